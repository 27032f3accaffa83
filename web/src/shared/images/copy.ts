import { imageTooLarge, MAX_IMAGE_BYTES, megabytes } from '@luit/contracts/generation/limits';

/** For example `up to 10 MB`. */
export const IMAGE_SIZE = `up to ${megabytes(MAX_IMAGE_BYTES)} MB`;

export const imageCopy = {
  drop: 'Drop an image here, paste it, or choose a file',
  formats: `JPEG, PNG or WebP, ${IMAGE_SIZE}`,
  choose: 'Choose a file',
  camera: 'Take a photo',
  replace: 'Replace',
  remove: 'Remove image',
  preview: (name: string) => `Preview of ${name}`,
} as const;

export const imageMessages = {
  invalid: 'Please select a valid image file',
  tooLarge: imageTooLarge(MAX_IMAGE_BYTES),
} as const;

/** Shown next to every image that is sent to a model. */
export const REAL_PEOPLE_NOTICE =
  'The AI model may reject photos of real people. If it does, your credits are returned automatically.';

export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp'];
