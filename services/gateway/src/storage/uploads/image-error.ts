import type { ImageSizeFault } from '@luit/contracts/generation/image-limits';
import type { ForeignFormat } from './image-kind';

/** Why an uploaded file is rejected. */
export type ImageFault = 'not_an_image' | ForeignFormat | 'animated' | 'broken' | ImageSizeFault;

export class ImageError extends Error {
  override readonly name = 'ImageError';
  constructor(
    readonly fault: ImageFault,
    message: string = fault,
  ) {
    super(message);
  }
}
