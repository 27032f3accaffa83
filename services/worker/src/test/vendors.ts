import type { RunningSandbox } from '@luit/sandbox/sandbox';
import { ArkProvider } from '../providers/ark';
import { FalProvider } from '../providers/fal';
import type { Provider } from '../providers/provider';
import { ReplicateProvider } from '../providers/replicate';
import type { Timeouts } from '@luit/engines/vendor-client';

export const VENDORS = ['replicate', 'fal', 'ark'] as const;
export type Vendor = (typeof VENDORS)[number];

const longTimeouts: Timeouts = { postTimeoutMs: 20_000, getTimeoutMs: 20_000 };

/**
 * The adapter of a vendor, connected to the sandbox.
 *
 * @param url base URL to use instead of the sandbox's
 */
export function adapterOf(
  vendor: Vendor,
  sandbox: RunningSandbox,
  changes: Partial<Timeouts> = {},
  url = sandbox.url,
): Provider {
  const timeouts = { ...longTimeouts, ...changes };
  switch (vendor) {
    case 'replicate':
      return new ReplicateProvider({
        apiUrl: `${url}/replicate`,
        ...sandbox.replicate,
        ...timeouts,
      });
    case 'fal':
      return new FalProvider({
        apiUrl: `${url}/fal/platform/v1`,
        queueUrl: `${url}/fal/queue`,
        keysUrl: `${url}/fal/.well-known/jwks.json`,
        ...sandbox.fal,
        ...timeouts,
      });
    case 'ark':
      return new ArkProvider({
        apiUrl: `${url}/ark/api/v3`,
        ...sandbox.ark,
        ...timeouts,
      });
  }
}
