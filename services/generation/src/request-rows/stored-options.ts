import { PROMPT_PLACEHOLDER } from '@luit/contracts/generation/limits';
import { type VideoOptions, videoOptions } from '@luit/contracts/generation/options';
import { pickFields } from '@luit/contracts/messages/pick-fields';

/** The options of a video as its row stores them. */
export interface StoredOptions extends VideoOptions {
  /** Providers whose route of the model takes no seed. */
  seedless: string[];
  /** Texts of its presets when it was accepted, so that a later edit does not change the job. */
  templates: string[];
  /** Storage key of the video that this one continues. */
  extendedKey: string | null;
}

/** The options that the owner sees. A provider without seeds ignored the seed, so the video cannot be repeated by it. */
export function toVideoOptions(options: StoredOptions, provider: string): VideoOptions {
  const { framing, seed, seedless } = options;
  const shown = {
    ...options,
    framing: framing && { x: framing.x, y: framing.y },
    seed: seedless.includes(provider) ? null : seed,
  };
  // Postgres changes the order of keys, and equal records are equal texts.
  return pickFields(videoOptions, shown);
}

/** The prompt that the provider gets. */
export function applyTemplates(prompt: string, templates: string[]): string {
  return templates.reduce((text, template) => template.split(PROMPT_PLACEHOLDER).join(text), prompt);
}
