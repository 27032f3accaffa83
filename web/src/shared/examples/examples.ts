import type { DraftOptions } from '../drafts/draft-store';

/** A video with the prompt that makes one like it. */
export interface Example {
  id: string;
  title: string;
  prompt: string;
  posterUrl: string;
  videoUrl: string;
  /** Of a video that an operator shows; samples have neither. */
  planId?: string;
  options?: DraftOptions;
  /** The settings in words. */
  settings?: string;
}

/** Their ids name files in `public/examples`, which `web/scripts/draw-examples.mjs` draws. */
const SAMPLE_PROMPTS = [
  {
    id: 'river',
    title: 'Boat at dawn',
    prompt: 'A country boat crosses the Brahmaputra at dawn, mist on the water, slow camera from the bank',
  },
  {
    id: 'city',
    title: 'City in the rain',
    prompt:
      'A woman with a red umbrella waits on a wet street at night, neon reflections, traffic passes, static camera',
  },
  {
    id: 'kites',
    title: 'Kite festival',
    prompt: 'Paper kites dance over the rooftops of Ahmedabad, bright afternoon, wind in their tails, camera looks up',
  },
  {
    id: 'fireflies',
    title: 'Fireflies',
    prompt: 'Fireflies drift between old trees at dusk, grass sways, soft green light, the camera glides forward',
  },
  {
    id: 'desert',
    title: 'Desert caravan',
    prompt: 'A caravan of camels crosses the dunes of the Thar at sunset, sand blows off the crest, wide shot',
  },
  {
    id: 'snow',
    title: 'First snow',
    prompt: 'Snow falls on firs below a Himalayan peak at sunrise, clouds drift through the valley, wide shot',
  },
  {
    id: 'sea',
    title: 'Morning at sea',
    prompt: 'A small sailing boat off a quiet beach in the morning, waves roll in, gulls overhead, golden light',
  },
  {
    id: 'kitchen',
    title: 'Kitchen still life',
    prompt: 'Steam rises from a copper cup beside fruit and a glass of chai, warm window light, close-up',
  },
];

/** Drawn without an AI model, and shown as long as operators have chosen no examples. */
export const SAMPLES: readonly Example[] = SAMPLE_PROMPTS.map((sample) => ({
  ...sample,
  posterUrl: `/examples/${sample.id}.webp`,
  videoUrl: `/examples/${sample.id}.mp4`,
}));

/** Chooses an example that is always the same for the same text. */
export function exampleFor(examples: readonly Example[], text: string): Example | undefined {
  let hash = 0;
  for (const character of text) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003;
  return examples[hash % examples.length];
}
