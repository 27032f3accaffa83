/** The pages of an account. */
export const SIGNED_IN_PAGES = [
  '/dashboard',
  '/settings',
  '/settings/sign-in',
  '/settings/notifications',
  '/settings/privacy',
  '/settings/api',
  '/settings/webhooks',
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
