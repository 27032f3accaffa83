import { z } from 'zod';
import { imageSource } from '../schemas/image-source';
import { parseDirectives } from '../videos/directives';
import type { VideoInput } from '../videos/work';
import { ArkError, REFUSALS } from './errors';
import { type ArkModel, requireModel } from './models';

const createBody = z.object({
  model: z.string().min(1),
  content: z
    .array(
      z.discriminatedUnion('type', [
        z.object({ type: z.literal('text'), text: z.string().min(1) }),
        z.object({
          type: z.literal('image_url'),
          image_url: z.object({ url: imageSource }),
          role: z.enum(['first_frame', 'last_frame', 'reference_image']).optional(),
        }),
      ]),
    )
    .min(1),
  callback_url: z.url({ protocol: /^https?$/ }).optional(),
  resolution: z.string().default('720p'),
  duration: z.int().default(5),
  ratio: z.string().default('adaptive'),
  generate_audio: z.boolean().optional(),
  service_tier: z.enum(['default', 'flex']).optional(),
  seed: z.int().min(-1).max(4_294_967_295).default(-1),
});
type Content = z.output<typeof createBody>['content'];

export interface ArkRequest {
  model: string;
  work: { kind: 'video' } & VideoInput;
  callbackUrl: string | null;
  seed: number;
}

/** @throws ArkError 400 for invalid requests, 404 for unknown models */
export function readTaskRequest(body: unknown): ArkRequest {
  const parsed = createBody.safeParse(body);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw invalid(issue?.path.join('.') ?? '', issue?.message);
  }
  const { model: id, content, callback_url, resolution, ratio, duration, seed, service_tier } = parsed.data;
  const model = requireModel(id);
  if (!model.resolutions.includes(resolution)) throw invalid('resolution');
  if (!model.durations.includes(duration)) throw invalid('duration');
  if (ratio !== 'adaptive' && !model.ratios.includes(ratio)) throw invalid('ratio');
  if (service_tier && !model.hasServiceTiers) throw invalid('service_tier');
  const prompt = content.find((part) => part.type === 'text')?.text ?? '';
  const { outcome } = parseDirectives(prompt, 0);
  if (outcome === 'privacy' || outcome === 'input') {
    const [code, message] = REFUSALS[outcome];
    throw new ArkError(400, code, message);
  }
  const sound = model.hasSound && (parsed.data.generate_audio ?? true);
  const aspectRatio = ratio === 'adaptive' ? undefined : ratio;
  // A seed of -1, the default, is drawn for each task, and equal prompts may share a video.
  const options = { sound, aspectRatio, ...(seed !== -1 && { seed }) };
  const work = { kind: 'video', prompt, duration, resolution, ...imagesOf(content, model), ...options } as const;
  return { model: id, work, callbackUrl: callback_url ?? null, seed };
}

/** Frames and references exclude each other. */
function imagesOf(content: Content, model: ArkModel): Pick<VideoInput, 'image' | 'lastImage' | 'references'> {
  const images = content.filter((part) => part.type === 'image_url');
  const urlsOf = (name: string) =>
    images.filter(({ role }) => (role ?? 'first_frame') === name).map(({ image_url: { url } }) => url);
  const [image, lastImage] = [urlsOf('first_frame')[0], urlsOf('last_frame')[0]];
  const references = urlsOf('reference_image');
  const hasFrame = image !== undefined || lastImage !== undefined;
  if (references.length > model.references || (hasFrame && references.length > 0)) throw invalid('content');
  return { image, lastImage, references };
}

function invalid(param: string, reason?: string): ArkError {
  const message = `The parameter \`${param}\` specified in the request is not valid`;
  return new ArkError(400, 'InvalidParameter', reason ? `${message}: ${reason}.` : `${message}.`, param);
}
