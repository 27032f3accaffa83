import { z } from 'zod';
import { empty, id } from '../messages/fields';
import { call } from '../messages/message';
import { PRESET_LIMITS, PRESET_TEXT_INVALID, PROMPT_PLACEHOLDER } from './limits';
import { presetId } from './options';

export const PRESET_KINDS = ['camera', 'style'] as const;

const presetFields = z.object({
  name: z.string().trim().min(1).max(PRESET_LIMITS.name),
  description: z.string().trim().min(1).max(PRESET_LIMITS.description),
  /** What the provider gets instead of the prompt; `{prompt}` stands for the prompt. */
  text: z
    .string()
    .trim()
    .max(PRESET_LIMITS.text, PRESET_TEXT_INVALID)
    .refine((text) => text.includes(PROMPT_PLACEHOLDER), PRESET_TEXT_INVALID),
});

export const preset = presetFields.extend({ id: presetId, kind: z.enum(PRESET_KINDS) });
/** A camera motion or a style that is added to prompts. */
export type Preset = z.infer<typeof preset>;

export const adminPreset = preset.extend({ isArchived: z.boolean() });
/** A preset as operators see it. An archived one is not offered. */
export type AdminPreset = z.infer<typeof adminPreset>;

export const presetCalls = {
  listPresets: call('generation.listPresets', { input: empty, output: z.object({ presets: z.array(preset) }) }),
};

export const presetEditorCalls = {
  /** Including archived ones. */
  listAllPresets: call('generation.listAllPresets', {
    isForOperators: true,
    input: empty,
    output: z.object({ presets: z.array(adminPreset) }),
  }),
  /** `conflict` where the id is taken. */
  createPreset: call('generation.createPreset', { input: preset.extend({ adminId: id }), output: adminPreset }),
  /** Changes the given fields for new requests; accepted ones keep their text. `not_found`. */
  changePreset: call('generation.changePreset', {
    input: z.object({
      adminId: id,
      id: z.string().max(64),
      changes: presetFields.partial(),
      isArchived: z.boolean().optional(),
    }),
    output: adminPreset,
  }),
};
