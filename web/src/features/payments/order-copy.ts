import { t } from '@lingui/core/macro';

export const orderCopy = {
  get payOnce() {
    return t`Pay once for this video`;
  },
  get sample() {
    return t`Sample of this length and quality. We generate your video from your prompt after you pay.`;
  },
  get another() {
    return t`Make another video`;
  },
} as const;
