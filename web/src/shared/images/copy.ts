import { t } from '@lingui/core/macro';
import { IMAGE_SIZE } from '@luit/contracts/generation/image-limits';
import { MAX_IMAGE_BYTES, megabytes, megapixels } from '@luit/contracts/generation/limits';
import type { ImageError } from './image-file';

export const dropzoneCopy = {
  get drop() {
    return t`Drop an image here, paste it, or choose a file`;
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
} as const;

export const imageCopy = {
  /** Shown next to every image that is sent to a model. */
  get realPeople() {
    return t`The AI model may reject photos of real people. If it does, your credits are returned automatically.`;
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
  get heic() {
    return notSupported('HEIC');
  },
  get avif() {
    return notSupported('AVIF');
  },
  get too_small() {
    const pixels = IMAGE_SIZE.minSide;
    return t`This image is too small. Each side needs at least ${pixels} pixels.`;
  },
  get too_narrow() {
    const times = IMAGE_SIZE.maxRatio;
    return t`This image is too narrow. Its longer side may be at most ${times} times as long as the other one. Please crop it first.`;
  },
  get too_many_pixels() {
    const size = megapixels(IMAGE_SIZE.maxPixels);
    return t`This image has more than ${size} megapixels. Please choose a smaller one.`;
  },
};

function notSupported(format: string): string {
  return t`${format} pictures aren’t supported. Please save the picture as JPEG, and choose it again.`;
}

export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp'];
