import { t } from '@lingui/core/macro';

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
