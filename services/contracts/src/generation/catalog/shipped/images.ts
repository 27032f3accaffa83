import { PHOTO_LIMITS } from '../vocabulary';
import { PROMPT, type WrittenEntry } from './parts';

const COUNT = { from: 1, to: 4, default: 1 };

/**
 * The first one is used if none is chosen. Their prices follow one rule: 180 credits per US dollar of the vendor's dearest published price,
 * rounded up to half credits.
 */
export const IMAGE_MODELS: WrittenEntry[] = [
  {
    id: 'nano-banana-2.1',
    name: 'Nano Banana 2.1',
    description: {
      en: 'Images from a prompt, and changes of an image in words.',
      hi: 'प्रॉम्प्ट से तस्वीरें, और शब्दों में बताए बदलाव।',
    },
    output: 'image',
    starts: { text: true, image: { references: 13 } },
    parameters: {
      prompt: PROMPT,
      aspectRatio: {
        values: ['1:1', '16:9', '9:16', '4:3', '3:4', '3:2', '2:3', '21:9'],
        default: '1:1',
        keepsImage: true,
      },
      seed: {},
      count: COUNT,
      outputFormat: { values: ['png', 'jpeg', 'webp'], default: 'png' },
    },
    price: { perImage: { all: 7_500 } },
    routes: [
      {
        // fal.ai/learn/tools/nano-banana-api (November 29, 2026): both ids, up to 14 images in one list, three formats, and about $0.04 for an image at 1K,
        // which is the default. An edit also pays for its input, which the page does not price.
        provider: 'fal',
        model: { text: 'google/nano-banana-2.1', image: 'google/nano-banana-2.1/edit' },
        fields: {
          ...{ prompt: 'prompt', aspectRatio: 'aspect_ratio', seed: 'seed' },
          image: { as: 'list', field: 'image_urls' },
          references: 'image_urls',
          outputFormat: 'output_format',
        },
        cost: { currency: 'USD', perImage: { all: 0.04 } },
        limits: PHOTO_LIMITS,
      },
    ],
    state: 'live',
  },
  {
    id: 'flux-dev',
    name: 'FLUX.1 dev',
    description: {
      en: 'Images from a prompt, for less.',
      hi: 'प्रॉम्प्ट से तस्वीरें, कम दाम में।',
    },
    output: 'image',
    starts: { text: true },
    parameters: {
      prompt: PROMPT,
      aspectRatio: { values: ['1:1', '16:9', '9:16', '4:3', '3:4'], default: '1:1' },
      seed: {},
      count: COUNT,
      outputFormat: { values: ['png', 'jpeg'], default: 'png' },
    },
    price: { perImage: { all: 5_000 } },
    routes: [
      {
        // replicate.com/black-forest-labs/flux-dev/api (November 29, 2026).
        provider: 'replicate',
        model: { text: 'black-forest-labs/flux-dev' },
        fields: {
          ...{ prompt: 'prompt', aspectRatio: 'aspect_ratio', seed: 'seed' },
          outputFormat: { as: 'map', field: 'output_format', values: { png: 'png', jpeg: 'jpg' } },
        },
        limits: PHOTO_LIMITS,
      },
      {
        // fal.ai/models/fal-ai/flux/dev/api (November 29, 2026). The price is the one of fal.ai/models/fal-ai/flux-1/dev/llms.txt: $0.025 per
        // megapixel; none of these sizes has more than 1.05.
        provider: 'fal',
        model: { text: 'fal-ai/flux/dev' },
        fields: {
          prompt: 'prompt',
          aspectRatio: {
            as: 'map',
            field: 'image_size',
            values: {
              '1:1': 'square_hd',
              '16:9': 'landscape_16_9',
              '9:16': 'portrait_16_9',
              '4:3': 'landscape_4_3',
              '3:4': 'portrait_4_3',
            },
          },
          seed: 'seed',
          outputFormat: 'output_format',
        },
        cost: { currency: 'USD', perImage: { all: 0.0263 } },
        limits: PHOTO_LIMITS,
      },
    ],
    state: 'live',
  },
];
