export const imageCopy = {
  drop: 'Drop an image here, paste it, or choose a file',
  formats: 'JPEG, PNG or WebP, up to 10 MB',
  choose: 'Choose a file',
  camera: 'Take a photo',
  replace: 'Replace',
  remove: 'Remove image',
  preview: (name: string) => `Preview of ${name}`,
} as const;

export const imageMessages = {
  invalid: 'Please select a valid image file',
  tooLarge: 'Image size should be less than 10MB',
} as const;

/** Shown next to every image that is sent to a model. */
export const REAL_PEOPLE_NOTICE =
  'The AI model may reject photos of real people. If it does, your credits are returned automatically.';

/** 10 MB, inclusive. */
export const IMAGE_MAXIMUM_BYTES = 10 * 1024 * 1024;
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp'];
