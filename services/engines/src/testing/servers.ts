import { randomUUID } from 'node:crypto';
import { createEngine } from '../create-engine';
import type { Engine } from '../engine';
import type { EngineInstance } from '../engine-instance';
import { send } from '../transport/send';
import type { Timeouts } from '../vendor-client';

/** Servers of the sandbox. */
export const SANDBOX_SERVERS = {
  comfyui: { kind: 'comfyui', dialect: null },
  'comfyui-old': { kind: 'comfyui', dialect: null },
  'comfy-v2': { kind: 'comfy-v2', dialect: null },
  'vllm-omni': { kind: 'videos-api', dialect: 'vllm-omni' },
  sglang: { kind: 'videos-api', dialect: 'sglang' },
} as const satisfies Record<string, Pick<EngineInstance, 'kind' | 'dialect'>>;
export type SandboxServer = keyof typeof SANDBOX_SERVERS;

/** @param sandboxUrl base URL of the sandbox, or of something in its place */
export function instanceOf(
  server: SandboxServer,
  sandboxUrl: string,
  changes: Partial<EngineInstance> = {},
): EngineInstance {
  const credential = server === 'vllm-omni' ? 'vllm_sandbox' : null;
  return {
    id: `gpu-${randomUUID()}`,
    ...SANDBOX_SERVERS[server],
    baseUrl: `${sandboxUrl}/${server}`,
    credential,
    isOwn: true,
    ...changes,
  };
}

export function engineOf(instance: EngineInstance, timeouts?: Timeouts): Engine {
  return createEngine(instance, { send, timeouts });
}
