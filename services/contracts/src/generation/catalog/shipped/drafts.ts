import { PHOTO_LIMITS, VIDEO_LIMITS } from '../vocabulary';
import { PROMPT, RESTORATION, type WrittenEntry } from './parts';

/*
 * Models that vendors serve today, for operators to try and publish. Their prices follow one rule: 180 credits per US dollar of the vendor's
 * dearest published price, rounded up to half credits. A credit is sold for about a rupee and a dollar costs about 90, so that a vendor gets
 * at most half of the price.
 */

const RATIOS = ['16:9', '9:16', '1:1', '4:3', '3:4', '21:9'] as const;
const SEEDANCE = {
  prompt: PROMPT,
  duration: { from: 4, to: 15, default: 5 },
  resolution: { values: ['480p', '720p'], default: '480p' },
  aspectRatio: { values: [...RATIOS], default: '16:9', keepsImage: true },
  sound: { default: true },
  seed: {},
} satisfies WrittenEntry['parameters'];
const FAL_SEEDANCE = {
  prompt: 'prompt',
  duration: { as: 'text', field: 'duration' },
  resolution: 'resolution',
  aspectRatio: 'aspect_ratio',
  sound: 'generate_audio',
  seed: 'seed',
  image: 'image_url',
  lastImage: 'end_image_url',
} satisfies WrittenEntry['routes'][number]['fields'];
const ARK_SEEDANCE = {
  prompt: 'text',
  duration: 'duration',
  resolution: 'resolution',
  aspectRatio: 'ratio',
  sound: 'generate_audio',
  image: 'first_frame',
  lastImage: 'last_frame',
} satisfies WrittenEntry['routes'][number]['fields'];

export const VIDEO_DRAFTS: WrittenEntry[] = [
  {
    id: 'seedance-2',
    name: 'Seedance 2.0',
    description: {
      en: 'Videos of 4 to 15 seconds with matching sound.',
      hi: '4 से 15 सेकंड के वीडियो, मेल खाती आवाज़ के साथ।',
    },
    output: 'video',
    starts: { text: true, image: { lastFrame: true, references: 9 } },
    parameters: SEEDANCE,
    price: { perSecond: { '480p': 24_500, '720p': 55_000 } },
    routes: [
      {
        // replicate.com/bytedance/seedance-2.0/api (November 29, 2026).
        provider: 'replicate',
        model: { text: 'bytedance/seedance-2.0', image: 'bytedance/seedance-2.0' },
        fields: {
          ...{ prompt: 'prompt', duration: 'duration', resolution: 'resolution' },
          ...{ sound: 'generate_audio', seed: 'seed', image: 'image', lastImage: 'last_frame_image' },
          references: 'reference_images',
          // Its default is 16:9, also for a video with a first frame.
          aspectRatio: {
            as: 'map',
            field: 'aspect_ratio',
            values: { ...Object.fromEntries(RATIOS.map((ratio) => [ratio, ratio])), original: 'adaptive' },
          },
        },
        limits: VIDEO_LIMITS,
      },
      {
        // fal.ai/docs/model-api-reference/video-generation-api/bytedance-seedance-2.0-text-to-video, …-image-to-video and
        // …-reference-to-video (November 29, 2026).
        provider: 'fal',
        model: {
          text: 'bytedance/seedance-2.0/text-to-video',
          image: 'bytedance/seedance-2.0/image-to-video',
          references: 'bytedance/seedance-2.0/reference-to-video',
        },
        fields: { ...FAL_SEEDANCE, references: 'image_urls' },
        // As for the entry seedance. Sound costs nothing more.
        cost: { currency: 'USD', perSecond: { '480p': 0.1345, '720p': 0.3034 } },
        limits: VIDEO_LIMITS,
      },
      {
        // docs.byteplus.com/en/docs/ModelArk/1520757 (November 28, 2026).
        provider: 'ark',
        model: { text: 'dreamina-seedance-2-0-260128', image: 'dreamina-seedance-2-0-260128' },
        fields: { ...ARK_SEEDANCE, references: 'reference_image' },
        fixed: { watermark: false },
        limits: VIDEO_LIMITS,
      },
    ],
    state: 'draft',
  },
  {
    id: 'seedance-2-fast',
    name: 'Seedance 2.0 Fast',
    description: {
      en: 'Videos with sound, sooner and for less.',
      hi: 'आवाज़ वाले वीडियो, जल्दी और कम दाम में।',
    },
    output: 'video',
    starts: { text: true, image: { lastFrame: true } },
    parameters: SEEDANCE,
    price: { perSecond: { '480p': 19_500, '720p': 44_000 } },
    routes: [
      {
        // fal.ai/models/bytedance/seedance-2.0/fast/image-to-video/llms.txt (November 29, 2026), also its prices: 720p at $0.2419 per second
        // and $0.0112 per 1,000 tokens, from which 480p follows.
        provider: 'fal',
        model: {
          text: 'bytedance/seedance-2.0/fast/text-to-video',
          image: 'bytedance/seedance-2.0/fast/image-to-video',
        },
        fields: FAL_SEEDANCE,
        cost: { currency: 'USD', perSecond: { '480p': 0.1076, '720p': 0.2419 } },
        limits: VIDEO_LIMITS,
      },
      {
        // docs.byteplus.com/en/docs/ModelArk/1520757 (November 28, 2026).
        provider: 'ark',
        model: { text: 'dreamina-seedance-2-0-fast-260128', image: 'dreamina-seedance-2-0-fast-260128' },
        fields: ARK_SEEDANCE,
        fixed: { watermark: false },
        limits: VIDEO_LIMITS,
      },
    ],
    state: 'draft',
  },
  {
    id: 'ltx-2.3-fast',
    name: 'LTX 2.3 Fast',
    description: {
      en: 'Large videos with sound from a prompt, made quickly.',
      hi: 'प्रॉम्प्ट से आवाज़ वाले बड़े वीडियो, जल्दी तैयार।',
    },
    output: 'video',
    starts: { text: true },
    parameters: {
      prompt: PROMPT,
      duration: { values: [6, 8, 10], default: 6 },
      resolution: { values: ['1080p', '1440p', '2160p'], default: '1080p' },
      aspectRatio: { values: ['16:9', '9:16'], default: '16:9' },
      sound: { default: true },
    },
    price: { perSecond: { '1080p': 7_500, '1440p': 14_500, '2160p': 29_000 } },
    routes: [
      {
        // fal.ai/models/fal-ai/ltx-2.3/text-to-video/fast/llms.txt (November 29, 2026), also its prices. Videos of more than 10 s exist in
        // 1080p only, which an entry cannot say.
        provider: 'fal',
        model: { text: 'fal-ai/ltx-2.3/text-to-video/fast' },
        fields: {
          ...{ prompt: 'prompt', duration: 'duration', resolution: 'resolution' },
          ...{ aspectRatio: 'aspect_ratio', sound: 'generate_audio' },
        },
        cost: { currency: 'USD', perSecond: { '1080p': 0.04, '1440p': 0.08, '2160p': 0.16 } },
        limits: VIDEO_LIMITS,
      },
    ],
    state: 'draft',
  },
];

export const PHOTO_DRAFTS: WrittenEntry[] = [
  {
    id: 'codeformer',
    name: 'CodeFormer',
    description: {
      en: 'Restores faces that are blurred or damaged.',
      hi: 'धुंधले या बिगड़े चेहरे ठीक करता है।',
    },
    output: 'restoration',
    starts: { image: {} },
    parameters: RESTORATION,
    // As GFPGAN, because Replicate bills community models by run time and publishes no price per run.
    price: { perRun: { standard: 4_000, high: 8_000, ultra: 12_000 } },
    routes: [
      {
        // replicate.com/sczhou/codeformer/api (November 29, 2026).
        provider: 'replicate',
        model: { image: 'sczhou/codeformer:cc4956dd26fa5a7185d5660cc9100fab1b8070a1d1654a8bb5eb6d443b020bb2' },
        fields: {
          image: 'image',
          quality: { as: 'map', field: 'upscale', values: { standard: 2, high: 3, ultra: 4 } },
          // 0 changes a face the most, 1 stays closest to the photo.
          enhancement: {
            as: 'map',
            field: 'codeformer_fidelity',
            values: { standard: 0.7, premium: 0.5, professional: 0.3 },
          },
        },
        limits: PHOTO_LIMITS,
      },
    ],
    state: 'draft',
  },
];
