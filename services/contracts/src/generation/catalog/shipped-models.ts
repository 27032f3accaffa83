import type { z } from 'zod';
import { MAX_NEGATIVE_PROMPT_CHARACTERS } from '../limits';
import { MAX_PROMPT_CHARACTERS } from '../prompt-limits';
import { type ModelEntry, modelEntry } from './model-entry';

const video = {
  prompt: { maxCharacters: MAX_PROMPT_CHARACTERS },
  duration: { values: [5, 10], default: 5 },
  resolution: { values: ['480p', '720p'], default: '480p' },
  seed: {},
} satisfies z.input<typeof modelEntry>['parameters'];
/** Ten minutes and one more for each second: 900 s for a video of 5 s, 1,200 s for one of 10 s. */
const VIDEO_LIMITS = { runSeconds: 600, perSecond: 60 };
const PHOTO_LIMITS = { runSeconds: 600 };
const REPLICATE_FIELDS = { prompt: 'prompt', duration: 'duration', resolution: 'resolution', seed: 'seed' };

/** The models of a new installation, in their order on the screen. The first one that makes videos is the default. */
const ENTRIES: z.input<typeof modelEntry>[] = [
  {
    id: 'seedance',
    name: 'Seedance',
    description: {
      en: 'Smooth motion from a prompt or an image.',
      hi: 'प्रॉम्प्ट या फ़ोटो से, स्मूद मूवमेंट के साथ।',
    },
    output: 'video',
    starts: { text: true, image: { lastFrame: true } },
    parameters: { ...video, aspectRatio: { values: ['16:9', '9:16', '1:1'], default: '16:9', keepsImage: true } },
    price: { perSecond: { '480p': 3_600, '720p': 7_200 } },
    routes: [
      {
        // The fields that later versions of this model kept: replicate.com/bytedance/seedance-2.0/api (November 29, 2026).
        provider: 'replicate',
        model: { text: 'bytedance/seedance-1-lite', image: 'bytedance/seedance-1-lite' },
        fields: { ...REPLICATE_FIELDS, image: 'image', lastImage: 'last_frame_image', aspectRatio: 'aspect_ratio' },
        limits: VIDEO_LIMITS,
      },
      {
        // fal.ai/docs/model-api-reference/video-generation-api/bytedance-seedance-v1-lite (November 29, 2026).
        provider: 'fal',
        model: {
          text: 'fal-ai/bytedance/seedance/v1/lite/text-to-video',
          image: 'fal-ai/bytedance/seedance/v1/lite/image-to-video',
        },
        fields: {
          ...REPLICATE_FIELDS,
          duration: { as: 'text', field: 'duration' },
          image: 'image_url',
          lastImage: 'end_image_url',
          aspectRatio: 'aspect_ratio',
        },
        limits: VIDEO_LIMITS,
      },
      {
        // ModelArk's only field for a client reference is the seed, so users' seeds are not sent: they would hide lost tasks.
        provider: 'ark',
        model: { text: 'seedance-1-0-lite-t2v-250428', image: 'seedance-1-0-lite-i2v-250428' },
        fields: {
          prompt: 'text',
          duration: 'duration',
          resolution: 'resolution',
          aspectRatio: 'ratio',
          image: 'first_frame',
          lastImage: 'last_frame',
        },
        fixed: { watermark: false },
        limits: VIDEO_LIMITS,
      },
    ],
    state: 'live',
  },
  {
    id: 'stableVideo',
    name: 'Stable Video',
    description: { en: 'Brings still images to life.', hi: 'स्थिर फ़ोटो में जान डालता है।' },
    output: 'video',
    starts: { text: true, image: {} },
    parameters: { ...video, aspectRatio: { values: ['16:9', '9:16', '1:1'], default: '16:9', keepsImage: true } },
    price: { perSecond: { '480p': 4_320, '720p': 8_640 } },
    routes: [
      {
        provider: 'replicate',
        // Community models run by version.
        model: {
          text: 'stability-ai/stable-video-diffusion:3f0457e4619daac51203dedb472816fd4af51f3149fa7a9e0b5ffcf1b8172438',
          image: 'stability-ai/stable-video-diffusion:3f0457e4619daac51203dedb472816fd4af51f3149fa7a9e0b5ffcf1b8172438',
        },
        fields: { ...REPLICATE_FIELDS, image: 'input_image', aspectRatio: 'aspect_ratio' },
        limits: VIDEO_LIMITS,
      },
    ],
    state: 'live',
  },
  {
    id: 'zeroscope',
    name: 'Zeroscope',
    description: {
      en: 'Wide scenes from a prompt, and it can avoid what you name.',
      hi: 'प्रॉम्प्ट से बड़े सीन बनाता है। आप जो मना करें, उसे छोड़ भी सकता है।',
    },
    output: 'video',
    starts: { text: true },
    parameters: {
      ...video,
      negativePrompt: { maxCharacters: MAX_NEGATIVE_PROMPT_CHARACTERS },
      aspectRatio: { values: ['16:9'], default: '16:9' },
    },
    price: { perSecond: { '480p': 5_400, '720p': 10_800 } },
    routes: [
      {
        provider: 'replicate',
        model: {
          text: 'anotherjesse/zeroscope-v2-xl:9f747673945c62801b13b84701c783929c0ee784e4748ec062204894dda1a351',
        },
        fields: { ...REPLICATE_FIELDS, negativePrompt: 'negative_prompt' },
        limits: VIDEO_LIMITS,
      },
    ],
    state: 'live',
  },
  {
    id: 'gfpgan',
    name: 'GFPGAN',
    description: { en: 'Restores faces in old photos.', hi: 'पुरानी तस्वीरों में चेहरे ठीक करता है।' },
    output: 'restoration',
    starts: { image: {} },
    parameters: {
      quality: { values: ['standard', 'high', 'ultra'], default: 'standard' },
      enhancement: { values: ['standard', 'premium', 'professional'], default: 'standard' },
    },
    price: { perRun: { standard: 4_000, high: 8_000, ultra: 12_000 } },
    routes: [
      {
        provider: 'replicate',
        model: { image: 'tencentarc/gfpgan:0fbacf7afc6c144e5be9767cff80f25aff23e52b0708f17e20f9879b2f21516c' },
        fields: {
          image: 'img',
          quality: { as: 'map', field: 'scale', values: { standard: 2, high: 3, ultra: 4 } },
          // v1.4 is the most natural, v1.3 the sharpest, RestoreFormer reconstructs the most.
          enhancement: {
            as: 'map',
            field: 'version',
            values: { standard: 'v1.4', premium: 'v1.3', professional: 'RestoreFormer' },
          },
        },
        limits: PHOTO_LIMITS,
      },
    ],
    state: 'live',
  },
  {
    id: 'ddcolor',
    name: 'DDColor',
    description: { en: 'Colorizes photos before they are restored.', hi: 'ठीक करने से पहले तस्वीरों में रंग भरता है।' },
    output: 'colorization',
    starts: { image: {} },
    parameters: {},
    routes: [
      {
        provider: 'replicate',
        model: { image: 'piddnad/ddcolor:ca494ba129e44e45f661d6ece83c4c98a9a7c774309beca01429b58fce8aa695' },
        fields: { image: 'image' },
        fixed: { model_size: 'large' },
        limits: PHOTO_LIMITS,
      },
    ],
    state: 'live',
  },
];

export const SHIPPED_MODELS: ModelEntry[] = ENTRIES.map((entry) => modelEntry.parse(entry));
