import { PHOTO_LIMITS } from '../vocabulary';
import { RESTORATION, type WrittenEntry } from './parts';

const GFPGAN = 'tencentarc/gfpgan:0fbacf7afc6c144e5be9767cff80f25aff23e52b0708f17e20f9879b2f21516c';

/** The only model that users run at Replicate with a key of their own. */
export const PREDICTIONS_MODEL = GFPGAN;

export const PHOTO_MODELS: WrittenEntry[] = [
  {
    id: 'gfpgan',
    name: 'GFPGAN',
    description: { en: 'Restores faces in old photos.', hi: 'पुरानी तस्वीरों में चेहरे ठीक करता है।' },
    output: 'restoration',
    starts: { image: {} },
    parameters: RESTORATION,
    price: { perRun: { standard: 4_000, high: 8_000, ultra: 12_000 } },
    routes: [
      {
        provider: 'replicate',
        model: { image: GFPGAN },
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
