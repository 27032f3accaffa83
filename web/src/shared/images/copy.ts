import { t } from '@lingui/core/macro';
import { MAX_IMAGE_BYTES, megabytes } from '@luit/contracts/generation/limits';
import type { ImageError } from './image-file';

export const imageCopy = {
  get drop() {
    return t`Drop an image here, paste it, or choose a file`;
  },
  get dropOnly() {
    return t`Drop an image here, or choose a file`;
  },
  get formats() {
    const size = megabytes(MAX_IMAGE_BYTES);
    return t`JPEG, PNG or WebP, up to ${size} MB`;
  },
  get choose() {
    return t`Choose a file`;
  },
  get camera() {
    return t`Take a photo`;
  },
  get replace() {
    return t`Replace`;
  },
  get remove() {
    return t`Remove image`;
  },
  removeOf: (label: string) => {
    const image = label.toLowerCase();
    return t`Remove ${image}`;
  },
  preview: (fileName: string) => t`Preview of ${fileName}`,
  /** Shown next to every image that is sent to a model. */
  get realPeople() {
    return t`The AI model may reject photos of real people. If it does, your credits are returned automatically.`;
  },
} as const;

export const uploadCopy = {
  get uploading() {
    return t`Uploading your image`;
  },
  get cancel() {
    return t`Cancel upload`;
  },
  left: (time: string) => t`about ${time} left`,
  interrupted: {
    get offline() {
      return t`Connection lost. The upload will resume.`;
    },
    get busy() {
      return t`The server is busy. The upload will resume.`;
    },
  },
  get stay() {
    return t`Please keep this page open until the upload is finished.`;
  },
} as const;

export const imageMessages: Readonly<Record<ImageError, string>> = {
  get not_an_image() {
    return t`Please select a valid image file`;
  },
  get too_large() {
    const size = megabytes(MAX_IMAGE_BYTES);
    return t`Image size should be less than ${size}MB`;
  },
  get unreadable() {
    return t`We can’t open this image. It may be damaged. Please choose another one.`;
  },
  get unavailable() {
    return t`We couldn’t load the image of this video. Please choose it again.`;
  },
  get missing() {
    return t`Please upload an image`;
  },
};

export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp'];
