import type { ProviderKind } from '@luit/contracts/generation/provider-instances';

export const KINDS: Record<ProviderKind, string> = {
  replicate: 'Replicate',
  fal: 'fal',
  ark: 'BytePlus ModelArk',
  comfyui: 'ComfyUI',
  'comfy-v2': 'Comfy API v2',
  'videos-api': 'Videos API',
  runner: 'Runner',
};

export const MICROS = 1_000_000;
