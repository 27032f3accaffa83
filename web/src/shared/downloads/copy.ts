import { t } from '@lingui/core/macro';

export const downloadCopy = {
  get open() {
    return t`Other versions`;
  },
  title: {
    get video() {
      return t`Download this video`;
    },
    get restore() {
      return t`Download this photo`;
    },
  },
  get lead() {
    return t`Choose a version.`;
  },
  get original() {
    return t`Original`;
  },
  get originalHint() {
    return t`The best quality`;
  },
  get small() {
    return t`Small`;
  },
  smallHint: {
    get video() {
      return t`480p, for slow connections and chats`;
    },
    get restore() {
      return t`For slow connections and chats`;
    },
  },
  get animation() {
    return t`Animated preview`;
  },
  get animationHint() {
    return t`Three seconds as a WebP image, without sound`;
  },
  get making() {
    return t`Being made. This takes a few seconds.`;
  },
  get failed() {
    return t`It could not be made.`;
  },
  get retry() {
    return t`Try again`;
  },
  retryOf: (version: string) => t`Try again: ${version}`,
  get notSmaller() {
    return t`The original is already as small.`;
  },
} as const;
