/** The pages of an account. */
export const SIGNED_IN_PAGES = [
  '/dashboard',
  '/dashboard/api-keys',
  '/dashboard/webhooks',
  '/account/access',
  '/reset-password',
  '/vault',
  '/library',
  '/library/trash',
  '/image-to-video',
  '/image-to-video-upload',
  '/create-image',
  '/restore-image',
];
