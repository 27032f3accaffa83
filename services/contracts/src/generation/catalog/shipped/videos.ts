import { MAX_NEGATIVE_PROMPT_CHARACTERS } from '../../limits';
import { VIDEO_LIMITS } from '../vocabulary';
import { PROMPT, type WrittenEntry } from './parts';

const video = {
  prompt: PROMPT,
  duration: { values: [5, 10], default: 5 },
  resolution: { values: ['480p', '720p'], default: '480p' },
  seed: {},
} satisfies WrittenEntry['parameters'];
const FIELDS = { prompt: 'prompt', duration: 'duration', resolution: 'resolution', seed: 'seed' };

const ZEROSCOPE_FPS = 8;

/** The three models of the specification, which also sets their prices. */
export const VIDEO_MODELS: WrittenEntry[] = [
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
    // Seedance 1.0 Lite, which this name stood for, was deactivated on May 13, 2026: docs.byteplus.com/en/docs/ModelArk/1350667
    // (November 29, 2026). Seedance 2.0 takes all that the entry offers. The videos are ordered without sound, as the entry has none.
    routes: [
      {
        // replicate.com/bytedance/seedance-2.0/api (November 29, 2026). Its ratio is 16:9 by default, also of a video with a first frame.
        provider: 'replicate',
        model: { text: 'bytedance/seedance-2.0', image: 'bytedance/seedance-2.0' },
        fields: {
          ...{ ...FIELDS, image: 'image', lastImage: 'last_frame_image' },
          aspectRatio: {
            as: 'map',
            field: 'aspect_ratio',
            values: { '16:9': '16:9', '9:16': '9:16', '1:1': '1:1', original: 'adaptive' },
          },
        },
        fixed: { generate_audio: false },
        limits: VIDEO_LIMITS,
      },
      {
        // fal.ai/docs/model-api-reference/video-generation-api/bytedance-seedance-2.0-text-to-video and …-image-to-video (November 29, 2026).
        provider: 'fal',
        model: { text: 'bytedance/seedance-2.0/text-to-video', image: 'bytedance/seedance-2.0/image-to-video' },
        fields: {
          ...FIELDS,
          duration: { as: 'text', field: 'duration' },
          image: 'image_url',
          lastImage: 'end_image_url',
          aspectRatio: 'aspect_ratio',
        },
        fixed: { generate_audio: false },
        // fal.ai/models/bytedance/seedance-2.0 (November 29, 2026) lists 720p at $0.3034 per second; 480p follows from its $0.014 per
        // 1,000 tokens, which are width × height × 24 / 1,024 per second.
        cost: { currency: 'USD', perSecond: { '480p': 0.1345, '720p': 0.3034 } },
        limits: VIDEO_LIMITS,
      },
      {
        // docs.byteplus.com/en/docs/ModelArk/1520757 (November 28, 2026). ModelArk's only field for a client reference is the seed, so users'
        // seeds are not sent: they would hide lost tasks.
        provider: 'ark',
        model: { text: 'dreamina-seedance-2-0-260128', image: 'dreamina-seedance-2-0-260128' },
        fields: {
          prompt: 'text',
          duration: 'duration',
          resolution: 'resolution',
          aspectRatio: 'ratio',
          image: 'first_frame',
          lastImage: 'last_frame',
        },
        fixed: { generate_audio: false, watermark: false },
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
    // The specification offers this model with a prompt, 5 or 10 s and two resolutions. Stable Video Diffusion has none of them: its input is
    // an image and 14 or 25 frames (replicate.com/christophy/stable-video-diffusion, November 29, 2026). Seedance 1.0 Pro Fast takes all that
    // the entry offers.
    routes: [
      {
        // replicate.com/bytedance/seedance-1-pro-fast (November 30, 2026): 2 to 12 s, without sound, at $0.015 and $0.025 per second.
        provider: 'replicate',
        model: { text: 'bytedance/seedance-1-pro-fast', image: 'bytedance/seedance-1-pro-fast' },
        fields: { ...FIELDS, image: 'image', aspectRatio: 'aspect_ratio' },
        cost: { currency: 'USD', perSecond: { '480p': 0.015, '720p': 0.025 } },
        limits: VIDEO_LIMITS,
      },
      {
        // fal.ai/models/fal-ai/bytedance/seedance/v1/pro/fast/text-to-video/llms.txt and …/image-to-video/llms.txt (November 30, 2026), also
        // its price: $1 per million tokens, which are width × height × 24 / 1,024 per second. A video with a first frame has its ratio.
        provider: 'fal',
        model: {
          text: 'fal-ai/bytedance/seedance/v1/pro/fast/text-to-video',
          image: 'fal-ai/bytedance/seedance/v1/pro/fast/image-to-video',
        },
        fields: {
          ...FIELDS,
          duration: { as: 'text', field: 'duration' },
          image: 'image_url',
          aspectRatio: 'aspect_ratio',
        },
        cost: { currency: 'USD', perSecond: { '480p': 0.0098, '720p': 0.0216 } },
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
        // Its published input has `num_frames`, `fps`, `width` and `height` (replicate.com/anotherjesse/zeroscope-v2-xl, November 29, 2026).
        // 8 frames per second are its default.
        provider: 'replicate',
        model: {
          text: 'anotherjesse/zeroscope-v2-xl:9f747673945c62801b13b84701c783929c0ee784e4748ec062204894dda1a351',
        },
        fields: {
          ...{ prompt: 'prompt', negativePrompt: 'negative_prompt', seed: 'seed' },
          duration: { as: 'frames', field: 'num_frames', framesPerSecond: ZEROSCOPE_FPS },
          resolution: { as: 'size', width: 'width', height: 'height', multipleOf: 8 },
        },
        fixed: { fps: ZEROSCOPE_FPS },
        limits: VIDEO_LIMITS,
      },
    ],
    state: 'live',
  },
];
