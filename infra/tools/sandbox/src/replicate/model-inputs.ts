import { z } from 'zod';
import { sizeOfMegapixels } from '../frame-sizes';
import { imageSource } from '../schemas/image-source';
import type { ModelInput } from '../schemas/published-input';
import { promptWith, type Work } from '../videos/work';

const uri = imageSource.meta({ format: 'uri' });
const seed = z.int().min(0).max(2_147_483_647).describe('Random seed. Set for reproducible generation');

const olderFields = z.looseObject({
  prompt: z.string().min(1),
  duration: z.literal([5, 10]).default(5),
  resolution: z.enum(['480p', '720p']).default('480p'),
  image: uri.optional(),
  last_frame_image: uri.optional(),
  aspect_ratio: z.enum(['16:9', '9:16', '1:1']).optional(),
  seed: seed.optional(),
});

/** Seedance 1. */
export const olderVideo: ModelInput = {
  fields: olderFields,
  work: olderFields.transform((input): Work => {
    const { prompt, duration, resolution } = input;
    const options = { aspectRatio: input.aspect_ratio, seed: input.seed };
    return {
      kind: 'video',
      prompt,
      duration,
      resolution,
      ...options,
      image: input.image,
      lastImage: input.last_frame_image,
    };
  }),
};

/** replicate.com/bytedance/seedance-1-pro-fast (November 30, 2026). */
const seedance1FastFields = z.looseObject({
  prompt: z.string().min(1).describe('Text prompt for video generation'),
  image: uri.optional().describe('Input image for image-to-video generation'),
  duration: z.int().min(2).max(12).default(5).describe('Video duration in seconds'),
  resolution: z.enum(['480p', '720p', '1080p']).default('1080p').describe('Video resolution'),
  aspect_ratio: z
    .enum(['16:9', '4:3', '1:1', '3:4', '9:16', '21:9'])
    .default('16:9')
    .describe('Video aspect ratio. Ignored if an image is used.'),
  camera_fixed: z.boolean().default(false).describe('Whether to fix the camera position'),
  seed: seed.optional(),
});

export const seedance1Fast: ModelInput = {
  fields: seedance1FastFields,
  work: seedance1FastFields.transform(({ prompt, image, duration, resolution, aspect_ratio, seed: given }): Work => ({
    ...{ kind: 'video', prompt, image, duration, resolution, seed: given },
    aspectRatio: image === undefined ? aspect_ratio : undefined,
  })),
};

const side = z.int().min(8).max(4_096).multipleOf(8);
/** replicate.com/anotherjesse/zeroscope-v2-xl (November 29, 2026), without what starts from another video. */
const zeroscopeFields = z.looseObject({
  prompt: z.string().min(1).describe('Input prompt'),
  negative_prompt: z.string().default('').describe('Negative prompt'),
  num_frames: z.int().min(1).default(24).describe('Number of frames for the output video'),
  num_inference_steps: z.int().min(1).max(500).default(50).describe('Number of denoising steps'),
  width: side.default(576).describe('Width of the output video'),
  height: side.default(320).describe('Height of the output video'),
  guidance_scale: z.number().min(1).max(100).default(7.5).describe('Guidance scale'),
  fps: z.int().min(1).max(60).default(8).describe('Frames per second of the output video'),
  seed: seed.optional(),
});

export const zeroscope: ModelInput = {
  fields: zeroscopeFields,
  work: zeroscopeFields.transform(({ prompt, negative_prompt, num_frames, width, height, fps, seed: given }): Work => ({
    ...{ kind: 'video', prompt: promptWith(prompt, negative_prompt), seed: given, duration: num_frames / fps },
    ...{ resolution: `${Math.min(width, height)}p`, size: { width, height }, framesPerSecond: fps },
  })),
};

/** replicate.com/bytedance/seedance-2.0/api (November 29, 2026), without videos and sounds as references. */
const seedance2Fields = z.looseObject({
  prompt: z.string().min(1).describe('Text prompt for video generation'),
  image: uri.optional().describe('Input image for image-to-video generation (start frame).'),
  last_frame_image: uri
    .optional()
    .describe('Input image for last frame generation. Only works if an image start frame is also provided.'),
  reference_images: z
    .array(uri)
    .max(9)
    .default([])
    .describe(
      'Reference images (up to 9) for characters, style and composition. Cannot be used together with first frame or last frame images.',
    ),
  duration: z
    .int()
    .min(-1)
    .max(15)
    .default(5)
    .describe('Video duration in seconds, 4 to 15. Set to -1 for intelligent duration.'),
  resolution: z.enum(['480p', '720p', '1080p']).default('720p').describe('Video resolution.'),
  aspect_ratio: z
    .enum(['16:9', '4:3', '1:1', '3:4', '9:16', '21:9', 'adaptive'])
    .default('16:9')
    .describe("Video aspect ratio. Set to 'adaptive' to let the model choose the best ratio."),
  generate_audio: z.boolean().default(true).describe('Generate audio synchronized with the video.'),
  seed: seed.optional(),
});

/** Its shortest video, in seconds. -1 leaves the duration to the model, which here takes the default. */
const LEAST_SECONDS = 4;

export const seedance2: ModelInput = {
  fields: seedance2Fields,
  work: seedance2Fields
    .superRefine((input, { addIssue }) => {
      const { duration, image, last_frame_image: lastImage, reference_images: references } = input;
      const refuse = (field: string, message: string) => addIssue({ code: 'custom', path: [field], message });
      if (duration !== -1 && duration < LEAST_SECONDS) refuse('duration', 'must be -1, or 4 to 15');
      if (lastImage && !image) refuse('last_frame_image', 'needs a start frame');
      if (references.length > 0 && (image ?? lastImage) !== undefined) {
        refuse('reference_images', 'cannot be used together with first frame or last frame images');
      }
    })
    .transform((input): Work => {
      const { prompt, duration, resolution, image, seed: given, aspect_ratio: ratio } = input;
      const images = { image, lastImage: input.last_frame_image, references: input.reference_images };
      const aspectRatio = ratio === 'adaptive' ? undefined : ratio;
      const options = { sound: input.generate_audio, seed: given, aspectRatio };
      return { kind: 'video', prompt, duration: duration === -1 ? 5 : duration, resolution, ...images, ...options };
    }),
};

/** Everything that Luit can ask a video model for, together. Unlike a vendor's models it takes any combination. */
const anyVideoFields = z.looseObject({
  prompt: z.string().min(1),
  negative_prompt: z.string().optional(),
  duration: z.int().min(1).max(30).default(5),
  num_frames: z.int().min(1).max(3_601).optional(),
  fps: z.int().min(1).max(60).optional(),
  resolution: z.enum(['360p', '480p', '540p', '720p', '768p', '1080p', '1440p', '2160p']).default('480p'),
  aspect_ratio: z.enum(['16:9', '9:16', '1:1', '4:3', '3:4', '21:9']).default('16:9'),
  width: z.int().min(64).max(5_120).multipleOf(2).optional(),
  height: z.int().min(64).max(2_160).multipleOf(2).optional(),
  image: uri.optional(),
  last_frame_image: uri.optional(),
  reference_images: z.array(uri).max(16).default([]),
  generate_audio: z.boolean().default(false),
  seed: seed.optional(),
});

/** Frames per second where `num_frames` is given without `fps`. */
const DEFAULT_FPS = 24;

export const anyVideo: ModelInput = {
  fields: anyVideoFields,
  work: anyVideoFields.transform((input): Work => {
    const { resolution, image, width, height, num_frames: frames, seed: given } = input;
    const prompt = promptWith(input.prompt, input.negative_prompt);
    const framesPerSecond = input.fps ?? (frames === undefined ? undefined : DEFAULT_FPS);
    const duration = frames === undefined ? input.duration : frames / (framesPerSecond ?? DEFAULT_FPS);
    const size = width !== undefined && height !== undefined ? { width, height } : undefined;
    const images = { image, lastImage: input.last_frame_image, references: input.reference_images };
    const options = { sound: input.generate_audio, seed: given };
    const shape = { resolution, aspectRatio: input.aspect_ratio, size, framesPerSecond };
    return { kind: 'video', prompt, duration, ...shape, ...images, ...options };
  }),
};

/** replicate.com/black-forest-labs/flux-dev/api (November 29, 2026). */
const fluxFields = z.looseObject({
  prompt: z.string().min(1).describe('Prompt for generated image'),
  aspect_ratio: z
    .enum(['1:1', '16:9', '21:9', '3:2', '2:3', '4:5', '5:4', '3:4', '4:3', '9:16', '9:21'])
    .default('1:1')
    .describe('Aspect ratio for the generated image'),
  image: uri
    .optional()
    .describe('Input image for image to image mode. The aspect ratio of your output will match this image'),
  prompt_strength: z
    .number()
    .min(0)
    .max(1)
    .default(0.8)
    .describe('Prompt strength when using img2img. 1.0 corresponds to full destruction of information in image'),
  num_outputs: z.int().min(1).max(4).default(1).describe('Number of outputs to generate'),
  num_inference_steps: z.int().min(1).max(50).default(28).describe('Number of steps.'),
  guidance: z.number().min(0).max(10).default(3).describe('Guidance for generated image'),
  seed: seed.optional(),
  output_format: z.enum(['webp', 'jpg', 'png']).default('webp').describe('Format of the output images'),
  output_quality: z.int().min(0).max(100).default(80).describe('Quality when saving the output images'),
  megapixels: z.enum(['1', '0.25']).default('1').describe('Approximate number of megapixels for generated image'),
});

export const flux: ModelInput = {
  fields: fluxFields,
  work: fluxFields.transform((input): Work => {
    const { prompt, image, seed: given, prompt_strength: strength, num_outputs: count, output_format: format } = input;
    const size = sizeOfMegapixels(Number(input.megapixels), input.aspect_ratio);
    return { kind: 'images', prompt, image, seed: given, strength, count, size, format };
  }),
};

const restoreFields = z.looseObject({
  img: uri,
  version: z.enum(['v1.2', 'v1.3', 'v1.4', 'RestoreFormer']).default('v1.4'),
  scale: z.number().min(1).max(10).default(2),
});

export const restoration: ModelInput = {
  fields: restoreFields,
  work: restoreFields.transform(({ img, version, scale }): Work => ({ kind: 'restore', img, version, scale })),
};

/** replicate.com/sczhou/codeformer/api (November 29, 2026). */
const codeFormerFields = z.looseObject({
  image: uri.describe('Input image'),
  codeformer_fidelity: z
    .number()
    .min(0)
    .max(1)
    .default(0.5)
    .describe('Balance the quality (lower number) and fidelity (higher number).'),
  background_enhance: z.boolean().default(true).describe('Enhance background image with Real-ESRGAN'),
  face_upsample: z.boolean().default(true).describe('Upsample restored faces for high-resolution AI-created images'),
  upscale: z.int().default(2).describe('The final upsampling scale of the image'),
});
/** Below it, faces are reconstructed rather than kept. */
const FAITHFUL = 0.5;

export const codeFormer: ModelInput = {
  fields: codeFormerFields,
  work: codeFormerFields.transform((input): Work => {
    const version = input.codeformer_fidelity < FAITHFUL ? 'RestoreFormer' : 'v1.4';
    return { kind: 'restore', img: input.image, version, scale: input.upscale };
  }),
};

const colorFields = z.looseObject({ image: uri, model_size: z.enum(['large', 'tiny']).default('large') });

export const colorization: ModelInput = {
  fields: colorFields,
  work: colorFields.transform(({ image, model_size }): Work => ({ kind: 'color', image, model_size })),
};
