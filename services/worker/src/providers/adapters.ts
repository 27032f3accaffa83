import type { ProviderKind } from '@luit/contracts/generation/provider-instances';
import { ArkProvider } from './ark';
import { FalProvider } from './fal';
import type { Provider, ProviderInstance } from './provider';
import { ReplicateProvider } from './replicate';
import type { Timeouts } from '@luit/engines/vendor-client';

type Adapter = new (instance: ProviderInstance, timeouts?: Timeouts) => Provider;

/** The adapter of each protocol. Workers make one for each instance, and another one whenever the instance changes. */
export const ADAPTERS: Partial<Record<ProviderKind, Adapter>> = {
  replicate: ReplicateProvider,
  fal: FalProvider,
  ark: ArkProvider,
};
