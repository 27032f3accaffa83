import { z } from 'zod';
import { empty, id, optional } from '../messages/fields';
import { call } from '../messages/message';
import { nameText } from '../messages/name-text';
import { MAX_PRESET_ID, PRESET_LIMITS, PRESET_TEXT_INVALID } from './limits';
import { PRESET_ID } from './options';

export const PRESET_KINDS = ['camera', 'style'] as const;

const presetFields = z.object({
  name: nameText(PRESET_LIMITS.name, { tooLong: 'The name is too long' }),
  description: nameText(PRESET_LIMITS.description, {
    required: 'A description is required',
    tooLong: 'The description is too long',
  }),
  text: z
    .string(PRESET_TEXT_INVALID)
    .trim()
    .max(PRESET_LIMITS.text, PRESET_TEXT_INVALID)
    .regex(/\{prompt\}/, PRESET_TEXT_INVALID)
    .describe('What the provider gets instead of the prompt; `{prompt}` stands for the prompt'),
});

const INVALID_ID = 'The id must consist of lowercase letters, digits and hyphens';
export const preset = presetFields.extend({
  id: z
    .string(INVALID_ID)
    .min(1, INVALID_ID)
    .max(MAX_PRESET_ID, INVALID_ID)
    .regex(PRESET_ID, INVALID_ID)
    .meta({ description: 'Cannot be changed later', example: 'push-in' }),
  kind: z.enum(PRESET_KINDS, 'The kind must be camera or style').describe('Cannot be changed later'),
});
export const presetChangeBody = presetFields.partial().extend({ archived: optional(z.boolean()) });
export type PresetChangeBody = z.infer<typeof presetChangeBody>;
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
