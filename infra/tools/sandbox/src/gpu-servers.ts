import { ComfyProxy, comfyV2Error, comfyV2Routes } from './comfy-v2/routes';
import { ComfyUi } from './comfyui/comfyui';
import { comfyUiRoutes } from './comfyui/routes';
import type { FaultTarget } from './faults';
import { sglangRoutes } from './videos-api/sglang';
import { detailed, VideosServer } from './videos-api/videos-server';
import { vllmError, vllmOmniRoutes } from './videos-api/vllm-omni';
import type { VendorError } from './vendor-scope';
import type { OutputFiles } from './videos/output-files';
import type { FastifyInstance } from 'fastify';
import { GpuError } from './gpu/gpu-error';

export const GPU_TARGETS = ['comfyui', 'comfyui-old', 'comfy-v2', 'vllm-omni', 'sglang'] as const;
export type GpuTarget = Extract<FaultTarget, (typeof GPU_TARGETS)[number]>;

/** The key of the server that takes one. */
export const VLLM_KEY = 'vllm_sandbox';

interface GpuServer {
  routes(app: FastifyInstance): void;
  createError(status: number): VendorError;
  live(): { id: string; state: string }[];
  /** Forgets everything, as after a restart. */
  restart(): void;
  close(): void;
}

/** Servers with GPUs as operators run them. Each has one GPU. */
export function gpuServers(files: OutputFiles, secondsPerVideo: number): Record<GpuTarget, GpuServer> {
  // After a restart, the proxy remembers its jobs, and the ComfyUI behind it does not.
  const behind = new ComfyUi(files, secondsPerVideo, true);
  const proxy = new ComfyProxy(behind);
  const vllm = new VideosServer(files, secondsPerVideo, 'Wan-AI/Wan2.2-TI2V-5B-Diffusers');
  const sglang = new VideosServer(files, secondsPerVideo, 'Wan-AI/Wan2.2-T2V-A14B-Diffusers');
  const comfyServer = (comfy: ComfyUi): GpuServer => ({
    ...ofQueue(comfy),
    routes: (app) => comfyUiRoutes(app, comfy),
    createError: (status) => new GpuError(status, { error: `${status}` }),
  });
  return {
    comfyui: comfyServer(new ComfyUi(files, secondsPerVideo, true)),
    'comfyui-old': comfyServer(new ComfyUi(files, secondsPerVideo, false)),
    'comfy-v2': {
      ...ofQueue(behind),
      routes: (app) => comfyV2Routes(app, proxy),
      createError: comfyV2Error,
    },
    'vllm-omni': {
      ...ofQueue(vllm),
      routes: (app) => vllmOmniRoutes(app, vllm, VLLM_KEY),
      createError: vllmError,
    },
    sglang: {
      ...ofQueue(sglang),
      routes: (app) => sglangRoutes(app, sglang),
      createError: (status) => detailed(status, `The server answers with ${status}`),
    },
  };
}

function ofQueue({
  queue,
}: Pick<ComfyUi, 'queue'> | Pick<VideosServer, 'queue'>): Pick<GpuServer, 'live' | 'restart' | 'close'> {
  return {
    live: () => queue.live().map(({ id, state }) => ({ id, state })),
    restart: () => queue.restart(),
    close: () => queue.close(),
  };
}
