export const studioCopy = {
  tabs: 'What you start with',
  history: 'History',
  historyHint: 'Use the arrow keys to move through your history.',
  historyEmpty: 'Everything you create appears here.',
  historyFailed: 'We couldn’t load your history.',
  reload: 'Reload history',
  library: 'Open library',
  idleTitle: 'Your result appears here',
  idlePhotoTitle: 'Your restored photo appears here',
  idleText: 'You can start several at once. Jobs paid with credits keep running when you leave this page.',
  another: 'Start another',
  generateKey: 'generates',
  menuKey: 'opens the menu',
} as const;

/** The tabs of the workspace, each the page of one kind of input. */
export const STUDIO_TABS = [
  { to: '/image-to-video', label: 'From a prompt' },
  { to: '/image-to-video-upload', label: 'From an image' },
  { to: '/restore-image', label: 'Restore a photo' },
] as const;
