import { modelEntry } from '../model-entry';
import { RATIOS } from '../vocabulary';

const FIELDS = { prompt: 'prompt', resolution: 'resolution', aspectRatio: 'aspect_ratio', sound: 'generate_audio' };
/** Replicate's default is 16:9, even for a video that starts with an image. */
const SAME_RATIOS = Object.fromEntries(RATIOS.map((ratio) => [ratio, ratio]));
const LIMITS = { runSeconds: 1_200, perSecond: 60 };

/** A model that takes nearly everything that a video can be asked for, at all three vendors. Sources are in the sandbox. */
export const RICH_MODEL = modelEntry.parse({
  ...{ id: 'seedance-2', name: 'Seedance 2.0', output: 'video', state: 'live' },
  description: { en: 'Videos with sound and references.', hi: 'आवाज़ और संदर्भ फ़ोटो वाले वीडियो।' },
  starts: { text: true, image: { lastFrame: true, references: 4 } },
  parameters: {
    prompt: { maxCharacters: 2_000 },
    duration: { from: 4, to: 15, default: 5 },
    resolution: { values: ['480p', '720p', '1080p'], default: '720p' },
    aspectRatio: { values: [...RATIOS], default: '16:9', keepsImage: true },
    sound: { default: true },
    seed: {},
  },
  price: { perSecond: { '480p': 3_600, '720p': 7_200, '1080p': 16_000 }, sound: 1_500 },
  routes: [
    {
      provider: 'replicate',
      model: { text: 'bytedance/seedance-2.0', image: 'bytedance/seedance-2.0' },
      fields: {
        ...{ ...FIELDS, duration: 'duration', seed: 'seed' },
        aspectRatio: { as: 'map', field: 'aspect_ratio', values: { ...SAME_RATIOS, original: 'adaptive' } },
        ...{ image: 'image', lastImage: 'last_frame_image', references: 'reference_images' },
      },
      limits: LIMITS,
    },
    {
      provider: 'fal',
      model: {
        text: 'bytedance/seedance-2.0/text-to-video',
        image: 'bytedance/seedance-2.0/image-to-video',
        references: 'bytedance/seedance-2.0/reference-to-video',
      },
      fields: {
        ...{ ...FIELDS, duration: { as: 'text', field: 'duration' }, seed: 'seed' },
        ...{ image: 'image_url', lastImage: 'end_image_url', references: 'image_urls' },
      },
      limits: LIMITS,
    },
    {
      provider: 'ark',
      model: { text: 'dreamina-seedance-2-0-260128', image: 'dreamina-seedance-2-0-260128' },
      fields: {
        ...{ ...FIELDS, prompt: 'text', aspectRatio: 'ratio', duration: 'duration' },
        ...{ image: 'first_frame', lastImage: 'last_frame', references: 'reference_image' },
      },
      fixed: { watermark: false },
      limits: LIMITS,
    },
  ],
});
