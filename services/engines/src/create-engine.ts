import { ComfyUi } from './comfyui/comfyui';
import { ComfyV2 } from './comfy-v2/comfy-v2';
import type { Engine } from './engine';
import type { EngineOptions } from './engine-client';
import type { EngineInstance, EngineKind } from './engine-instance';
import { VideosApi } from './videos-api/videos-api';

const ENGINES: Record<EngineKind, new (instance: EngineInstance, options: EngineOptions) => Engine> = {
  comfyui: ComfyUi,
  'comfy-v2': ComfyV2,
  'videos-api': VideosApi,
};

/** @param options how requests are sent: the worker counts and traces them */
export function createEngine(instance: EngineInstance, options: EngineOptions): Engine {
  return new ENGINES[instance.kind](instance, options);
}
