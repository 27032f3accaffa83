import type { ModelInput } from '../schemas/published-input';
import type { Work } from '../videos/work';
import {
  bananaEdit,
  bananaFromText,
  fluxFromImage,
  fluxFromText,
  ltx,
  olderVideo,
  seedance1FastFromImage,
  seedance1FastFromText,
  seedance2FastFromImage,
  seedance2FastFromText,
  seedance2FromImage,
  seedance2FromReferences,
  seedance2FromText,
} from './endpoint-inputs';
import { FalError, invalidInput } from './errors';

export interface Endpoint {
  id: string;
  name: string;
  category: 'text-to-video' | 'image-to-video' | 'text-to-image' | 'image-to-image';
  input: ModelInput;
}

const SEEDANCE_1 = ['lite', 'pro'].flatMap((size) =>
  (['text-to-video', 'image-to-video'] as const).map((category): Endpoint => ({
    id: `fal-ai/bytedance/seedance/v1/${size}/${category}`,
    name: `Seedance 1.0 ${size}`,
    category,
    input: olderVideo,
  })),
);

export const ENDPOINTS: readonly Endpoint[] = [
  ...SEEDANCE_1,
  {
    ...{ id: 'fal-ai/bytedance/seedance/v1/pro/fast/text-to-video', name: 'Seedance 1.0 Pro Fast Text to Video' },
    ...{ category: 'text-to-video', input: seedance1FastFromText },
  },
  {
    ...{ id: 'fal-ai/bytedance/seedance/v1/pro/fast/image-to-video', name: 'Seedance 1.0 Pro Fast Image to Video' },
    ...{ category: 'image-to-video', input: seedance1FastFromImage },
  },
  {
    ...{ id: 'bytedance/seedance-2.0/text-to-video', name: 'Seedance 2.0 Text to Video' },
    ...{ category: 'text-to-video', input: seedance2FromText },
  },
  {
    ...{ id: 'bytedance/seedance-2.0/image-to-video', name: 'Seedance 2.0 Image to Video' },
    ...{ category: 'image-to-video', input: seedance2FromImage },
  },
  {
    ...{ id: 'bytedance/seedance-2.0/reference-to-video', name: 'Seedance 2.0 Reference to Video' },
    ...{ category: 'image-to-video', input: seedance2FromReferences },
  },
  {
    ...{ id: 'bytedance/seedance-2.0/fast/text-to-video', name: 'Seedance 2.0 Fast Text to Video' },
    ...{ category: 'text-to-video', input: seedance2FastFromText },
  },
  {
    ...{ id: 'bytedance/seedance-2.0/fast/image-to-video', name: 'Seedance 2.0 Fast Image to Video' },
    ...{ category: 'image-to-video', input: seedance2FastFromImage },
  },
  {
    ...{ id: 'fal-ai/ltx-2.3/text-to-video/fast', name: 'LTX 2.3 Fast Text to Video' },
    ...{ category: 'text-to-video', input: ltx },
  },
  { ...{ id: 'fal-ai/flux/dev', name: 'FLUX.1 [dev]' }, ...{ category: 'text-to-image', input: fluxFromText } },
  {
    ...{ id: 'fal-ai/flux/dev/image-to-image', name: 'FLUX.1 [dev] Image to Image' },
    ...{ category: 'image-to-image', input: fluxFromImage },
  },
  {
    ...{ id: 'google/nano-banana-2.1', name: 'Nano Banana 2.1' },
    ...{ category: 'text-to-image', input: bananaFromText },
  },
  {
    ...{ id: 'google/nano-banana-2.1/edit', name: 'Nano Banana 2.1 Edit' },
    ...{ category: 'image-to-image', input: bananaEdit },
  },
];

/** @throws FalError 404 for an unknown application, or for an unknown path of a known one */
export function requireEndpoint(app: string, path = ''): Endpoint {
  const id = path === '' ? app : `${app}/${path}`;
  const found = ENDPOINTS.find((endpoint) => endpoint.id === id);
  if (found) return found;
  const isKnownApp = ENDPOINTS.some((known) => known.id.startsWith(`${app}/`));
  throw new FalError(404, isKnownApp ? `Path /${path} not found` : `Application "${app}" not found`);
}

/** @throws FalError 422 naming the first invalid field */
export function readInput({ input }: Endpoint, body: unknown): Work {
  const parsed = input.work.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw invalidInput('value_error', issue?.message ?? 'The input is not valid', issue?.path.join('.') || 'prompt');
}
