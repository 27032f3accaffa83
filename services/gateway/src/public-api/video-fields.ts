import { VIDEO_SIZES } from './video-catalog';

/** What a quote and a new video have in common. */
export const MODEL = { isOptional: true, min: 1, max: 64, description: 'The default model if absent' };
export const SECONDS = {
  isOptional: true,
  max: 4,
  pattern: /^\d{1,4}$/,
  message: 'Seconds must be text such as "5"',
  default: '5',
};
export const SIZE = { isOptional: true, message: `The size must be one of ${VIDEO_SIZES.join(', ')}` };
