import { z } from 'zod';
import { imageSource } from '../schemas/image-source';
import type { ModelInput } from '../schemas/published-input';
import type { Work } from '../videos/work';

const prompt = z.string().min(1);
const seed = z.int().nullish().describe('Random seed for reproducibility.');

const olderFields = z.looseObject({
  prompt,
  // fal's Seedance expects the seconds as text.
  duration: z.union([z.literal([5, 10]), z.enum(['5', '10'])]).default(5),
  resolution: z.enum(['480p', '720p']).default('480p'),
  image_url: imageSource.optional(),
  aspect_ratio: z.enum(['16:9', '9:16', '1:1']).optional(),
  seed,
  end_image_url: imageSource.optional(),
});

/** Seedance 1. */
export const olderVideo: ModelInput = {
  fields: olderFields,
  work: olderFields.transform((input): Work => {
    const { resolution, image_url: image, end_image_url: lastImage } = input;
    const options = { resolution, aspectRatio: input.aspect_ratio, seed: input.seed ?? undefined };
    return { kind: 'video', prompt: input.prompt, duration: Number(input.duration), ...options, image, lastImage };
  }),
};

/** fal.ai/models/fal-ai/bytedance/seedance/v1/pro/fast/text-to-video/llms.txt (November 30, 2026). */
const seedance1Fast = {
  prompt: prompt.describe('The text prompt used to generate the video'),
  resolution: z.enum(['480p', '720p', '1080p']).default('1080p').describe('Video resolution'),
  duration: z
    .enum(['2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12'])
    .default('5')
    .describe('Duration of the video in seconds'),
  camera_fixed: z.boolean().default(false).describe('Whether to fix the camera position'),
  seed,
};
const RATIOS_OF_1 = ['21:9', '16:9', '4:3', '1:1', '3:4', '9:16'] as const;
const fast1FromTextFields = z.looseObject({ ...seedance1Fast, aspect_ratio: z.enum(RATIOS_OF_1).default('16:9') });
const fast1FromImageFields = z.looseObject({
  ...seedance1Fast,
  image_url: imageSource.describe('The URL of the image used to generate video'),
  aspect_ratio: z.enum(['auto', ...RATIOS_OF_1]).default('auto'),
});

export const seedance1FastFromText: ModelInput = {
  fields: fast1FromTextFields,
  work: fast1FromTextFields.transform((input): Work => ({
    ...{ kind: 'video', prompt: input.prompt, duration: Number(input.duration), resolution: input.resolution },
    ...{ aspectRatio: input.aspect_ratio, seed: input.seed ?? undefined },
  })),
};

export const seedance1FastFromImage: ModelInput = {
  fields: fast1FromImageFields,
  work: fast1FromImageFields.transform((input): Work => ({
    ...{ kind: 'video', prompt: input.prompt, duration: Number(input.duration), resolution: input.resolution },
    ...{ aspectRatio: input.aspect_ratio === 'auto' ? undefined : input.aspect_ratio, seed: input.seed ?? undefined },
    image: input.image_url,
  })),
};

/**
 * The fields that all endpoints of Seedance 2.0 have:
 * fal.ai/docs/model-api-reference/video-generation-api/bytedance-seedance-2.0-reference-to-video (November 29, 2026).
 */
const seedance2 = {
  resolution: z.enum(['480p', '720p', '1080p']).default('720p').describe('Video resolution.'),
  duration: z
    .enum(['auto', '4', '5', '6', '7', '8', '9', '10', '11', '12', '13', '14', '15'])
    .default('auto')
    .describe('Duration of the video in seconds, or auto to let the model decide.'),
  aspect_ratio: z
    .enum(['auto', '21:9', '16:9', '4:3', '1:1', '3:4', '9:16'])
    .default('auto')
    .describe('The aspect ratio of the generated video.'),
  generate_audio: z.boolean().default(true).describe('Whether to generate synchronized audio.'),
  seed,
};
type Seedance2 = z.output<z.ZodObject<typeof seedance2>>;

/** What `auto` stands for here. */
const AUTO_SECONDS = 5;

function seedance2Work(input: Seedance2) {
  const duration = input.duration === 'auto' ? AUTO_SECONDS : Number(input.duration);
  const aspectRatio = input.aspect_ratio === 'auto' ? undefined : input.aspect_ratio;
  const options = { sound: input.generate_audio, seed: input.seed ?? undefined };
  return { kind: 'video', duration, resolution: input.resolution, aspectRatio, ...options } as const;
}

const fromTextFields = z.looseObject({
  prompt: prompt.describe('The text prompt used to generate the video'),
  ...seedance2,
});

const workFromText = (input: z.output<typeof fromTextFields>): Work => ({
  ...seedance2Work(input),
  prompt: input.prompt,
});

export const seedance2FromText: ModelInput = { fields: fromTextFields, work: fromTextFields.transform(workFromText) };

const fromImageFields = z.looseObject({
  prompt: prompt.describe('The text prompt describing the desired motion'),
  image_url: imageSource.describe('The URL of the starting frame image to animate.'),
  end_image_url: imageSource.nullish().describe('The URL of the image to use as the last frame of the video.'),
  ...seedance2,
});

const workFromImage = (input: z.output<typeof fromImageFields>): Work => ({
  ...seedance2Work(input),
  ...{ prompt: input.prompt, image: input.image_url, lastImage: input.end_image_url ?? undefined },
});

export const seedance2FromImage: ModelInput = {
  fields: fromImageFields,
  work: fromImageFields.transform(workFromImage),
};

const fromReferencesFields = z.looseObject({
  prompt: prompt.describe('The text prompt used to generate the video.'),
  image_urls: z
    .array(imageSource)
    .max(9)
    .default([])
    .describe('Reference images to guide video generation. Refer to them in the prompt as @Image1, @Image2, etc.'),
  ...seedance2,
});

export const seedance2FromReferences: ModelInput = {
  fields: fromReferencesFields,
  work: fromReferencesFields.transform((input): Work => ({
    ...seedance2Work(input),
    ...{ prompt: input.prompt, references: input.image_urls },
  })),
};

/** fal.ai/models/bytedance/seedance-2.0/fast/image-to-video/llms.txt (November 29, 2026). */
const fastResolution = { resolution: z.enum(['480p', '720p']).default('720p').describe('Video resolution.') };
const fastFromTextFields = fromTextFields.extend(fastResolution);
const fastFromImageFields = fromImageFields.extend(fastResolution);

export const seedance2FastFromText: ModelInput = {
  fields: fastFromTextFields,
  work: fastFromTextFields.transform(workFromText),
};
export const seedance2FastFromImage: ModelInput = {
  fields: fastFromImageFields,
  work: fastFromImageFields.transform(workFromImage),
};

/** fal.ai/models/fal-ai/ltx-2.3/text-to-video/fast/llms.txt (November 29, 2026). */
const ltxFields = z.looseObject({
  prompt: prompt.describe('The prompt to generate the video from'),
  duration: z
    .literal([6, 8, 10, 12, 14, 16, 18, 20])
    .default(6)
    .describe('The duration of the generated video in seconds'),
  resolution: z.enum(['1080p', '1440p', '2160p']).default('1080p').describe('The resolution of the generated video'),
  aspect_ratio: z.enum(['16:9', '9:16']).default('16:9').describe('The aspect ratio of the generated video'),
  fps: z.literal([24, 25, 48, 50]).default(25).describe('The frames per second of the generated video'),
  generate_audio: z.boolean().default(true).describe('Whether to generate audio for the generated video'),
});
/** Longer videos are made in 1080p and at 25 frames per second only. */
const LONGEST_LARGE = 10;

export const ltx: ModelInput = {
  fields: ltxFields,
  work: ltxFields
    .refine(({ duration, resolution, fps }) => duration <= LONGEST_LARGE || (resolution === '1080p' && fps === 25), {
      path: ['duration'],
      message: 'Videos of more than 10 seconds are made in 1080p at 25 frames per second',
    })
    .transform((input): Work => ({
      ...{ kind: 'video', prompt: input.prompt, duration: input.duration, resolution: input.resolution },
      ...{ aspectRatio: input.aspect_ratio, framesPerSecond: input.fps, sound: input.generate_audio },
    })),
};

const IMAGE_SIZES = {
  square_hd: { width: 1_024, height: 1_024 },
  square: { width: 512, height: 512 },
  portrait_4_3: { width: 768, height: 1_024 },
  portrait_16_9: { width: 576, height: 1_024 },
  landscape_4_3: { width: 1_024, height: 768 },
  landscape_16_9: { width: 1_024, height: 576 },
};
const FORMATS = { jpeg: 'jpg', png: 'png' } as const;

/** fal.ai/models/fal-ai/flux/dev/api and fal.ai/models/fal-ai/flux/dev/image-to-image/api (November 29, 2026). */
const flux = {
  num_inference_steps: z.int().min(1).max(50).default(28).describe('The number of inference steps to perform.'),
  guidance_scale: z.number().min(1).max(20).default(3.5).describe('How closely the model sticks to the prompt.'),
  seed,
  num_images: z.int().min(1).max(4).default(1).describe('The number of images to generate.'),
  enable_safety_checker: z.boolean().default(true),
  output_format: z.enum(['jpeg', 'png']).default('jpeg').describe('The format of the generated image.'),
};

function fluxWork(input: z.output<z.ZodObject<typeof flux>>) {
  const { num_images: count, output_format: format } = input;
  return { kind: 'images', count, format: FORMATS[format], seed: input.seed ?? undefined } as const;
}

const LONGER_SIDE = 1_024;
const BANANA_RATIOS = ['auto', '21:9', '16:9', '3:2', '4:3', '5:4', '1:1', '4:5', '3:4', '2:3', '9:16'] as const;

/** fal.ai/learn/tools/nano-banana-api (November 29, 2026). */
const banana = {
  prompt: prompt.describe('The text prompt to generate or edit an image from.'),
  num_images: z.int().min(1).max(4).default(1).describe('The number of images to generate.'),
  aspect_ratio: z.enum(BANANA_RATIOS).default('auto').describe('The aspect ratio of the generated image.'),
  output_format: z.enum(['jpeg', 'png', 'webp']).default('png').describe('The format of the generated image.'),
  seed,
};

function bananaWork(input: z.output<z.ZodObject<typeof banana>>) {
  const { num_images: count, output_format: format, aspect_ratio: ratio } = input;
  const [across = 1, down = 1] = (ratio === 'auto' ? '1:1' : ratio).split(':').map(Number);
  const side = (part: number) => Math.round((LONGER_SIDE * part) / Math.max(across, down));
  const size = { width: side(across), height: side(down) };
  const common = { kind: 'images', prompt: input.prompt, count, seed: input.seed ?? undefined, size } as const;
  return { ...common, format: format === 'jpeg' ? ('jpg' as const) : format };
}

const bananaFields = z.looseObject(banana);
export const bananaFromText: ModelInput = {
  fields: bananaFields,
  work: bananaFields.transform((input): Work => ({ ...bananaWork(input), strength: 1 })),
};

const bananaEditFields = z.looseObject({
  ...banana,
  image_urls: z.array(imageSource).min(1).max(14).describe('The images to edit, or to take as references.'),
});
export const bananaEdit: ModelInput = {
  fields: bananaEditFields,
  work: bananaEditFields.transform((input): Work => ({
    ...bananaWork(input),
    image: input.image_urls[0],
    strength: 0.6,
  })),
};

const textToImageFields = z.looseObject({
  prompt: prompt.describe('The prompt to generate an image from.'),
  image_size: z
    .union([
      z.object({ width: z.int().min(1).max(14_142), height: z.int().min(1).max(14_142) }),
      z.enum(Object.keys(IMAGE_SIZES) as (keyof typeof IMAGE_SIZES)[]),
    ])
    .default('landscape_4_3')
    .describe('The size of the generated image.'),
  ...flux,
});

export const fluxFromText: ModelInput = {
  fields: textToImageFields,
  work: textToImageFields.transform((input): Work => {
    const { image_size: size } = input;
    const pixels = typeof size === 'string' ? IMAGE_SIZES[size] : size;
    return { ...fluxWork(input), prompt: input.prompt, strength: 1, size: pixels };
  }),
};

const imageToImageFields = z.looseObject({
  prompt: prompt.describe('The prompt to generate an image from.'),
  image_url: imageSource.describe('The URL of the image to generate an image from.'),
  strength: z.number().min(0.01).max(1).default(0.95).describe('The strength of the initial image.'),
  ...flux,
});

export const fluxFromImage: ModelInput = {
  fields: imageToImageFields,
  work: imageToImageFields.transform((input): Work => {
    const { image_url: image, strength } = input;
    return { ...fluxWork(input), prompt: input.prompt, image, strength, size: IMAGE_SIZES.landscape_4_3 };
  }),
};
