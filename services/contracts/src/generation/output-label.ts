import { z } from 'zod';
import { empty, id } from '../messages/fields';
import { call } from '../messages/message';
import { LABEL_CORNERS, LABEL_LIMITS, LABEL_TEXT } from './limits';

const TEXT = 'The text needs letters of an Indian script, or Urdu, Latin, Greek or Cyrillic ones';
const SIZE = `The size must be a whole number from ${LABEL_LIMITS.minSizePercent} to ${LABEL_LIMITS.maxSizePercent}`;
const SECONDS = `Seconds must be a whole number from 1 to ${LABEL_LIMITS.seconds}, or null`;

export const outputLabel = z.object({
  onVideos: z.boolean().describe('Draw the label into generated videos and images'),
  /** The rule on synthetically generated content excludes them. */
  onRestorations: z.boolean().describe('Draw the label into restored photos'),
  text: z.string(TEXT).trim().min(1, TEXT).regex(LABEL_TEXT, TEXT).max(LABEL_LIMITS.text, 'The text is too long'),
  corner: z.enum(LABEL_CORNERS, 'Unknown corner'),
  sizePercent: z
    .int(SIZE)
    .min(LABEL_LIMITS.minSizePercent, SIZE)
    .max(LABEL_LIMITS.maxSizePercent, SIZE)
    .describe('Height of the letters as a percentage of the shorter side'),
  seconds: z
    .int(SECONDS)
    .min(1, SECONDS)
    .max(LABEL_LIMITS.seconds, SECONDS)
    .nullable()
    .describe('Seconds from the beginning of a video; null for its whole length'),
});
/** Fields that are absent stay as they are. */
export const outputLabelBody = outputLabel.partial();
export type OutputLabelBody = z.infer<typeof outputLabelBody>;
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
    input: outputLabelBody.extend({ adminId: id }),
    output: outputLabel,
  }),
};
