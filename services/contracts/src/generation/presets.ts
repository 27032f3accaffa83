import { z } from 'zod';
import { presetId } from './options';

export const PRESET_KINDS = ['camera', 'style'] as const;
export const preset = z.object({
  id: presetId,
  kind: z.enum(PRESET_KINDS),
  name: z.string(),
  description: z.string(),
  /** What the provider gets instead of the prompt; `{prompt}` stands for the prompt. */
  text: z.string(),
});
/** A camera motion or a style that is added to prompts. */
export type Preset = z.infer<typeof preset>;
