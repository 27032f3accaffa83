import { type SealedInstance, SEAL_USE, sealLabelOf } from '@luit/contracts/generation/provider-instances';
import { RotatingSeal } from '@luit/platform/security/sealed-values';
import type { RunningSandbox } from '@luit/sandbox/sandbox';
import { ADAPTERS } from '../providers/adapters';
import type { Provider, ProviderInstance } from '../providers/provider';
import type { Timeouts } from '@luit/engines/vendor-client';

export const VENDORS = ['replicate', 'fal', 'ark'] as const;
export type Vendor = (typeof VENDORS)[number];

const longTimeouts: Timeouts = { postTimeoutMs: 20_000, getTimeoutMs: 20_000 };

/**
 * The instance of a vendor, which the sandbox plays.
 *
 * @param url base URL to use instead of the sandbox's
 */
export function instanceOf(
  vendor: Vendor,
  { replicate, fal, ark, url: sandboxUrl }: RunningSandbox,
  url = sandboxUrl,
): ProviderInstance {
  const instance = { id: vendor, kind: vendor, dialect: null, isOwn: true, webhookSecret: null };
  switch (vendor) {
    case 'replicate':
      return {
        ...instance,
        baseUrl: `${url}/replicate`,
        credential: replicate.apiToken,
        webhookSecret: replicate.webhookSecret,
      };
    case 'fal':
      return { ...instance, baseUrl: `${url}/fal`, credential: fal.key };
    case 'ark':
      return { ...instance, baseUrl: `${url}/ark/api/v3`, credential: ark.apiKey };
  }
}

export const TEST_SECRET = 'thirty-two characters or some more';

/** As generation hands it to workers. */
export function sealedInstance(
  { credential, webhookSecret, ...connection }: ProviderInstance,
  secret = TEST_SECRET,
): SealedInstance {
  const seal = new RotatingSeal([secret], SEAL_USE);
  const sealed = (name: 'credential' | 'webhookSecret', plain: string | null) =>
    plain === null ? null : seal.seal(plain, sealLabelOf(connection.id, name)).toString('base64');
  return {
    ...connection,
    sealedCredential: sealed('credential', credential),
    sealedWebhookSecret: sealed('webhookSecret', webhookSecret),
  };
}

/** The adapter of a vendor, connected to the sandbox. */
export function adapterOf(
  vendor: Vendor,
  sandbox: RunningSandbox,
  changes: Partial<Timeouts> = {},
  url?: string,
): Provider {
  return ADAPTERS[vendor]!(instanceOf(vendor, sandbox, url), { ...longTimeouts, ...changes });
}
