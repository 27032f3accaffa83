import type { ProviderKind } from '@luit/contracts/generation/provider-instances';
import { createEngine } from '@luit/engines/create-engine';
import type { EngineKind } from '@luit/engines/engine-instance';
import type { Timeouts } from '@luit/engines/vendor-client';
import { ArkProvider } from './ark';
import { FalProvider } from './fal';
import { sendRequest } from './http-client';
import type { Provider, ProviderInstance } from './provider';
import { ReplicateProvider } from './replicate';

type Adapter = (instance: ProviderInstance, timeouts?: Timeouts) => Provider;

/** The adapter of each protocol. Workers make one for each instance, and another one whenever the instance changes. */
export const ADAPTERS: Partial<Record<ProviderKind, Adapter>> = {
  replicate: (...instance) => new ReplicateProvider(...instance),
  fal: (...instance) => new FalProvider(...instance),
  ark: (...instance) => new ArkProvider(...instance),
  comfyui: engineOf('comfyui'),
  'comfy-v2': engineOf('comfy-v2'),
  'videos-api': engineOf('videos-api'),
};

function engineOf(kind: EngineKind): Adapter {
  return (instance, timeouts) => {
    const engine = createEngine({ ...instance, kind }, { send: sendRequest, timeouts });
    const verifyCallback = () => Promise.resolve({ refusal: 'A server with GPUs calls nobody back' });
    return Object.assign(engine, { verifyCallback });
  };
}
