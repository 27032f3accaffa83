import { PROMPT_PLACEHOLDER } from '@luit/contracts/generation/limits';
import { takesSeeds } from '@luit/contracts/generation/models';
import type { VideoOptions } from '@luit/contracts/generation/options';

/** The options of a video as its row stores them. */
export interface StoredOptions extends VideoOptions {
  /** Texts of its presets when it was accepted, so that a later edit does not change the job. */
  templates: string[];
  /** Storage key of the video that this one continues. */
  extendedKey: string | null;
}

/** The options that the owner sees. A provider without seeds ignored the seed, so the video cannot be repeated by it. */
export function toVideoOptions(options: StoredOptions, provider: string): VideoOptions {
  // Named one by one, because Postgres changes the order of keys, and equal records are equal texts.
  return {
    aspectRatio: options.aspectRatio,
    framing: options.framing && { x: options.framing.x, y: options.framing.y },
    seed: takesSeeds(provider) ? options.seed : null,
    negativePrompt: options.negativePrompt,
    cameraMotion: options.cameraMotion,
    style: options.style,
    extendOf: options.extendOf,
  };
}

/** The prompt that the provider gets. */
export function applyTemplates(prompt: string, templates: string[]): string {
  return templates.reduce((text, template) => template.split(PROMPT_PLACEHOLDER).join(text), prompt);
}
