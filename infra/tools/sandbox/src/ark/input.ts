import { z } from 'zod';
import { aspectRatios } from '../frame-sizes';
import type { VideoInput } from '../videos/output-files';
import { parseDirectives } from '../videos/directives';
import { ArkError, REFUSALS } from './errors';

/** The models that the account has activated. It has no endpoints. */
const ACTIVATED = ['seedance-1-0-lite-t2v-250428', 'seedance-1-0-lite-i2v-250428', 'seedance-1-0-pro-250528'];
const NOT_ACTIVATED = ['seedance-1-5-pro-251215', 'dreamina-seedance-2-0-260128', 'dreamina-seedance-2-0-fast-260128'];

/** @throws ArkError 404 for a model that does not exist or is not activated */
function requireModel(model: string): void {
  if (ACTIVATED.includes(model)) return;
  if (!NOT_ACTIVATED.includes(model)) {
    const message = `The model or endpoint ${model} does not exist or you do not have access to it.`;
    throw new ArkError(404, 'InvalidEndpointOrModel.NotFound', message);
  }
  const cause = `Your account 2100000000 has not activated the model ${model}.`;
  throw new ArkError(404, 'ModelNotOpen', `${cause} Please activate the model service in the Ark Console.`);
}

const imageUrl = z.string().regex(/^(https?:\/\/|data:image\/[a-z]+;base64,)/, 'must be a URL or a data URI');

const createBody = z.object({
  model: z.string().min(1),
  content: z
    .array(
      z.discriminatedUnion('type', [
        z.object({ type: z.literal('text'), text: z.string().min(1) }),
        z.object({
          type: z.literal('image_url'),
          image_url: z.object({ url: imageUrl }),
          role: z.enum(['first_frame', 'last_frame', 'reference_image']).optional(),
        }),
      ]),
    )
    .min(1),
  callback_url: z.url({ protocol: /^https?$/ }).optional(),
  resolution: z.enum(['480p', '720p']).default('720p'),
  duration: z.union([z.literal(5), z.literal(10)]).default(5),
  ratio: z.enum([...aspectRatios, 'adaptive']).default('adaptive'),
  seed: z.int().min(-1).max(4_294_967_295).default(-1),
});

export interface ArkRequest {
  model: string;
  video: VideoInput;
  callbackUrl: string | null;
  seed: number;
}

/** @throws ArkError 400 for invalid requests, 404 for unknown models */
export function readTaskRequest(body: unknown): ArkRequest {
  const parsed = createBody.safeParse(body);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const param = issue?.path.join('.') ?? '';
    throw new ArkError(400, 'InvalidParameter', `The parameter \`${param}\` is not valid: ${issue?.message}`, param);
  }
  const { model, content, callback_url, resolution, ratio, duration, seed } = parsed.data;
  requireModel(model);
  const text = content.find((part) => part.type === 'text');
  const images = content.filter((part) => part.type === 'image_url');
  const lastImage = images.find(({ role }) => role === 'last_frame')?.image_url.url;
  const image = images.find(({ role }) => role !== 'last_frame')?.image_url.url;
  const prompt = text?.text ?? '';
  const { outcome } = parseDirectives(prompt, 0);
  if (outcome === 'privacy' || outcome === 'input') {
    const [code, message] = REFUSALS[outcome];
    throw new ArkError(400, code, message);
  }
  const aspectRatio = ratio === 'adaptive' ? undefined : ratio;
  // A seed of -1, the default, is drawn for each task, and equal prompts may share a video.
  const video = { prompt, duration, resolution, image, lastImage, aspectRatio, ...(seed !== -1 && { seed }) };
  return { model, video, callbackUrl: callback_url ?? null, seed };
}
