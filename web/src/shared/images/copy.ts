import { IMAGE_REQUIRED, imageTooLarge, MAX_IMAGE_BYTES, megabytes } from '@luit/contracts/generation/limits';
import type { ImageError } from './image-file';

/** For example `up to 10 MB`. */
export const IMAGE_SIZE = `up to ${megabytes(MAX_IMAGE_BYTES)} MB`;

export const imageCopy = {
  drop: 'Drop an image here, paste it, or choose a file',
  dropOnly: 'Drop an image here, or choose a file',
  formats: `JPEG, PNG or WebP, ${IMAGE_SIZE}`,
  choose: 'Choose a file',
  camera: 'Take a photo',
  replace: 'Replace',
  remove: 'Remove image',
  removeOf: (label: string) => `Remove ${label.toLowerCase()}`,
  preview: (name: string) => `Preview of ${name}`,
} as const;

export const uploadCopy = {
  uploading: 'Uploading your image',
  cancel: 'Cancel upload',
  left: (time: string) => `about ${time} left`,
  interrupted: {
    offline: 'Connection lost. The upload will resume.',
    busy: 'The server is busy. The upload will resume.',
  },
  stay: 'Please keep this page open until the upload is finished.',
} as const;

export const imageMessages: Record<ImageError, string> = {
  not_an_image: 'Please select a valid image file',
  too_large: imageTooLarge(MAX_IMAGE_BYTES),
  unreadable: 'We can’t open this image. It may be damaged. Please choose another one.',
  unavailable: 'We couldn’t load the image of this video. Please choose it again.',
  missing: IMAGE_REQUIRED,
};

/** Shown next to every image that is sent to a model. */
export const REAL_PEOPLE_NOTICE =
  'The AI model may reject photos of real people. If it does, your credits are returned automatically.';

export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp'];
