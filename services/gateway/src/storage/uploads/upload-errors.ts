import { LuitError } from '@luit/contracts/errors';
import { IMAGE_SIZE } from '@luit/contracts/generation/image-limits';
import { imageTooLarge, megapixels } from '@luit/contracts/generation/limits';
import { FileTooLargeError } from '@luit/platform/storage/storage';
import type { UploadLimits } from '../../config';
import { foreignFormatText } from './image-kind';
import { ImageError, type ImageFault } from './image-error';

const FIELD = 'image';
const FAULTS: Record<ImageFault, (limits: UploadLimits) => LuitError> = {
  not_an_image: () => new LuitError('unsupported_media_type', 'Please select a valid image file (JPEG, PNG or WebP)'),
  heic: () => new LuitError('unsupported_media_type', foreignFormatText('heic')),
  avif: () => new LuitError('unsupported_media_type', foreignFormatText('avif')),
  too_small: () => invalidImage(`The image is too small. Each side needs at least ${IMAGE_SIZE.minSide} pixels.`),
  too_narrow: () =>
    invalidImage(
      `The image is too narrow. Its longer side may be at most ${IMAGE_SIZE.maxRatio} times as long as the other one.`,
    ),
  animated: () =>
    new LuitError('unsupported_media_type', 'Animated images are not supported. Please choose a still image.'),
  too_many_pixels: ({ maxPixels }) => {
    const text = `The image has more than ${megapixels(maxPixels)} megapixels. Please choose a smaller one.`;
    return new LuitError('payload_too_large', text);
  },
  broken: () => invalidImage('The image file is incomplete or damaged. Please choose another image.'),
};

export function invalidImage(text: string): LuitError {
  return new LuitError('validation_failed', text, { details: { [FIELD]: text } });
}

/** Converts an error of an uploaded file into one for its sender, and returns any other error as it is. */
export function toImageFailure(error: unknown, limits: UploadLimits): unknown {
  if (error instanceof ImageError) return FAULTS[error.fault](limits);
  if (error instanceof FileTooLargeError) return new LuitError('payload_too_large', imageTooLarge(error.maxBytes));
  return error;
}

/** Errors of @fastify/multipart and its parser: an exceeded limit, a truncated form, an oversized boundary or malformed bytes. */
export function isFormError(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return (
    code?.startsWith('FST_') ||
    /Unexpected end of (form|multipart data)|Malformed|Part terminated early|Boundary not found|needle/i.test(
      message ?? '',
    )
  );
}
