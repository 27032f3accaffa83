import { t } from '@lingui/core/macro';

export const studioCopy = {
  get tabs() {
    return t`What you start with`;
  },
  get history() {
    return t`History`;
  },
  get historyHint() {
    return t`Use the arrow keys to move through your history.`;
  },
  get historyEmpty() {
    return t`Everything you create appears here.`;
  },
  get historyFailed() {
    return t`We couldn’t load your history.`;
  },
  get loading() {
    return t`Loading...`;
  },
  get reload() {
    return t`Reload history`;
  },
  get library() {
    return t`Open library`;
  },
  get idleTitle() {
    return t`Your result appears here`;
  },
  get idlePhotoTitle() {
    return t`Your restored photo appears here`;
  },
  get idleText() {
    return t`You can start several at once. Jobs paid with credits keep running when you leave this page.`;
  },
  get another() {
    return t`Start another`;
  },
} as const;

/** The tabs of the workspace, each the page of one kind of input. */
export const STUDIO_TABS = [
  {
    to: '/image-to-video',
    get label() {
      return t`From a prompt`;
    },
  },
  {
    to: '/image-to-video-upload',
    get label() {
      return t`From an image`;
    },
  },
  {
    to: '/restore-image',
    get label() {
      return t`Restore a photo`;
    },
  },
] as const;
