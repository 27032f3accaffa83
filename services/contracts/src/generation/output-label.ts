import { z } from 'zod';
import { empty, id } from '../messages/fields';
import { call } from '../messages/message';
import { LABEL_CORNERS, LABEL_LIMITS, LABEL_TEXT } from './limits';

export const outputLabel = z.object({
  /** Draw the label into generated videos. */
  onVideos: z.boolean(),
  /** Draw it into restored photos too, which the rule on synthetically generated content excludes. */
  onRestorations: z.boolean(),
  text: z.string().trim().min(1).max(LABEL_LIMITS.text).regex(LABEL_TEXT),
  corner: z.enum(LABEL_CORNERS),
  /** Height of the letters as a share of the shorter side, percent. */
  sizePercent: z.int().min(LABEL_LIMITS.minSizePercent).max(LABEL_LIMITS.maxSizePercent),
  /** Seconds from the beginning of a video; null for its whole length. */
  seconds: z.int().min(1).max(LABEL_LIMITS.seconds).nullable(),
});
/** The visible label that says that a file was made by AI. */
export type OutputLabel = z.infer<typeof outputLabel>;

/** Until operators change it. */
export const DEFAULT_OUTPUT_LABEL: OutputLabel = {
  onVideos: true,
  onRestorations: false,
  text: 'AI-generated',
  corner: 'bottom-right',
  sizePercent: 4,
  seconds: null,
};

export const outputLabelCalls = {
  getOutputLabel: call('generation.getOutputLabel', { input: empty, output: outputLabel }),
};

export const outputLabelEditorCalls = {
  /** Changes the given fields for files that are stored from now on, and returns all. */
  changeOutputLabel: call('generation.changeOutputLabel', {
    input: outputLabel.partial().extend({ adminId: id }),
    output: outputLabel,
  }),
};
