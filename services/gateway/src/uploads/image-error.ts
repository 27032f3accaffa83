/** Why an uploaded file is rejected. */
export type ImageFault = 'not_an_image' | 'animated' | 'too_many_pixels' | 'broken';

export class ImageError extends Error {
  override readonly name = 'ImageError';
  constructor(
    readonly fault: ImageFault,
    message: string = fault,
  ) {
    super(message);
  }
}
