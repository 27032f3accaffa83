import { t } from '@lingui/core/macro';
import { requestMessages } from './copy';

/** The server's messages about failed requests, with their translations. */
export const FAILURE_TEXTS: ReadonlyMap<string, () => string> = new Map([
  ['Video generation failed. Please try again.', () => requestMessages.failed.video],
  ['Image generation failed. Please try again.', () => requestMessages.failed.image],
  [
    'We can’t change photos that may show a real person. Trying this image again won’t help. Please use another one.',
    () =>
      t`We can’t change photos that may show a real person. Trying this image again won’t help. Please use another one.`,
  ],
  [
    'We couldn’t create an image from this input. Trying it again won’t help. Please change the prompt or image.',
    () =>
      t`We couldn’t create an image from this input. Trying it again won’t help. Please change the prompt or image.`,
  ],
  [
    'Image generation took too long and was stopped. Please try again.',
    () => t`Image generation took too long and was stopped. Please try again.`,
  ],
  ['Image restoration failed', () => requestMessages.failed.restore],
  [
    'This request violates our content policy. Trying it again won’t help. Please change the prompt or image.',
    () => t`This request violates our content policy. Trying it again won’t help. Please change the prompt or image.`,
  ],
  [
    'We can’t animate photos that may show a real person. Trying this image again won’t help. Please use another one.',
    () =>
      t`We can’t animate photos that may show a real person. Trying this image again won’t help. Please use another one.`,
  ],
  [
    'We couldn’t create a video from this input. Trying it again won’t help. Please change the prompt or image.',
    () => t`We couldn’t create a video from this input. Trying it again won’t help. Please change the prompt or image.`,
  ],
  [
    'Video generation took too long and was stopped. Please try again.',
    () => t`Video generation took too long and was stopped. Please try again.`,
  ],
  [
    'This photo violates our content policy. Trying it again won’t help. Please choose another one.',
    () => t`This photo violates our content policy. Trying it again won’t help. Please choose another one.`,
  ],
  [
    'We couldn’t read this photo. Trying it again won’t help. Please choose another one.',
    () => t`We couldn’t read this photo. Trying it again won’t help. Please choose another one.`,
  ],
  [
    'Image restoration took too long and was stopped. Please try again.',
    () => t`Image restoration took too long and was stopped. Please try again.`,
  ],
]);

/** The text of the server in the user's language; in English if this version of the app does not know it. */
export function failureText(english: string): string {
  return FAILURE_TEXTS.get(english)?.() ?? english;
}
