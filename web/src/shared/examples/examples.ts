import { t } from '@lingui/core/macro';
import type { DraftOptions } from '../drafts/draft-store';
import { samplePrompts } from './sample-prompts';

/** A video with the prompt that makes one like it. */
export interface Example {
  id: string;
  title: string;
  prompt: string;
  posterUrl: string;
  videoUrl: string;
  /** For a video that an operator shows; samples have neither. */
  planId?: string;
  options?: DraftOptions;
  /** The model, settings and price in words. */
  settings?: string;
}

/** Drawn without an AI model, and shown as long as operators have chosen no examples. */
export const SAMPLES: readonly Example[] = [
  sample(
    'river',
    () => t`Boat at dawn`,
    () => samplePrompts.boat,
  ),
  sample(
    'city',
    () => t`City in the rain`,
    () =>
      t`A woman with a red umbrella waits on a wet street at night, neon reflections, traffic passes, static camera`,
  ),
  sample(
    'kites',
    () => t`Kite festival`,
    () => t`Paper kites dance over the rooftops of Ahmedabad, bright afternoon, wind in their tails, camera looks up`,
  ),
  sample(
    'fireflies',
    () => t`Fireflies`,
    () => t`Fireflies drift between old trees at dusk, grass sways, soft green light, the camera glides forward`,
  ),
  sample(
    'desert',
    () => t`Desert caravan`,
    () => t`A caravan of camels crosses the dunes of the Thar at sunset, sand blows off the crest, wide shot`,
  ),
  sample(
    'snow',
    () => t`First snow`,
    () => t`Snow falls on firs below a Himalayan peak at sunrise, clouds drift through the valley, wide shot`,
  ),
  sample(
    'sea',
    () => t`Morning at sea`,
    () => t`A small sailing boat off a quiet beach in the morning, waves roll in, gulls overhead, golden light`,
  ),
  sample(
    'kitchen',
    () => t`Kitchen still life`,
    () => t`Steam rises from a copper cup beside fruit and a glass of chai, warm window light, close-up`,
  ),
];

/** @param id names files in `public/examples`, which `web/scripts/draw-examples.mjs` draws */
function sample(id: string, title: () => string, prompt: () => string): Example {
  return {
    id,
    get title() {
      return title();
    },
    get prompt() {
      return prompt();
    },
    posterUrl: `/examples/${id}.webp`,
    videoUrl: `/examples/${id}.mp4`,
  };
}
