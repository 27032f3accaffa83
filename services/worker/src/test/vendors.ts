import type { RunningSandbox } from '@luit/sandbox/sandbox';
import { Ark } from '../providers/ark';
import { defaultArkModels } from '../providers/ark-models';
import { Fal } from '../providers/fal';
import { defaultFalModels } from '../providers/fal-models';
import type { Provider } from '../providers/provider';
import { Replicate } from '../providers/replicate';
import { defaultReplicateModels } from '../providers/replicate-models';
import type { Timeouts } from '../providers/vendor-http';

export const VENDORS = ['replicate', 'fal', 'ark'] as const;
export type Vendor = (typeof VENDORS)[number];

const patient: Timeouts = { postTimeoutMs: 20_000, getTimeoutMs: 20_000 };

/**
 * The adapter of a vendor, pointed at its stand-in.
 *
 * @param url where the vendor answers in its place, without the path below
 */
export function adapterOf(
  vendor: Vendor,
  sandbox: RunningSandbox,
  changes: Partial<Timeouts> = {},
  url = sandbox.url,
): Provider {
  const timeouts = { ...patient, ...changes };
  switch (vendor) {
    case 'replicate':
      return new Replicate({
        apiUrl: `${url}/replicate`,
        ...sandbox.replicate,
        models: defaultReplicateModels,
        ...timeouts,
      });
    case 'fal':
      return new Fal({
        queueUrl: `${url}/fal/queue`,
        keysUrl: `${url}/fal/.well-known/jwks.json`,
        ...sandbox.fal,
        models: defaultFalModels,
        ...timeouts,
      });
    case 'ark':
      return new Ark({ apiUrl: `${url}/ark/api/v3`, ...sandbox.ark, models: defaultArkModels, ...timeouts });
  }
}
