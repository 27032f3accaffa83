import type { RunningSandbox } from '@luit/sandbox/sandbox';
import { ArkProvider } from '../providers/ark';
import { type ArkModels, defaultArkModels } from '../providers/ark-models';
import { FalProvider } from '../providers/fal';
import { defaultFalModels, type FalModels } from '../providers/fal-models';
import type { Provider } from '../providers/provider';
import { ReplicateProvider } from '../providers/replicate';
import { defaultReplicateModels, type ReplicateModels } from '../providers/replicate-models';
import type { Timeouts } from '../providers/vendor-client';

export const VENDORS = ['replicate', 'fal', 'ark'] as const;
export type Vendor = (typeof VENDORS)[number];

/** The models of each vendor, keyed by our model ids. */
export const defaultModels = {
  replicate: defaultReplicateModels,
  fal: defaultFalModels,
  ark: defaultArkModels,
} satisfies Record<Vendor, ReplicateModels | FalModels | ArkModels>;

const longTimeouts: Timeouts = { postTimeoutMs: 20_000, getTimeoutMs: 20_000 };

/**
 * The adapter of a vendor, connected to the sandbox.
 *
 * @param url base URL to use instead of the sandbox's
 * @param models to use instead of the defaults
 */
export function adapterOf(
  vendor: Vendor,
  sandbox: RunningSandbox,
  changes: Partial<Timeouts> = {},
  url = sandbox.url,
  models: Partial<typeof defaultModels> = {},
): Provider {
  const timeouts = { ...longTimeouts, ...changes };
  switch (vendor) {
    case 'replicate':
      return new ReplicateProvider({
        apiUrl: `${url}/replicate`,
        ...sandbox.replicate,
        models: models.replicate ?? defaultReplicateModels,
        ...timeouts,
      });
    case 'fal':
      return new FalProvider({
        queueUrl: `${url}/fal/queue`,
        keysUrl: `${url}/fal/.well-known/jwks.json`,
        ...sandbox.fal,
        models: models.fal ?? defaultFalModels,
        ...timeouts,
      });
    case 'ark':
      return new ArkProvider({
        apiUrl: `${url}/ark/api/v3`,
        ...sandbox.ark,
        models: models.ark ?? defaultArkModels,
        ...timeouts,
      });
  }
}
