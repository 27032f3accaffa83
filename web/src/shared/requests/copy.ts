import { t } from '@lingui/core/macro';

export const requestCopy = {
  held: (credits: string) => t`${credits} held`,
  late: {
    get video() {
      return t`Your video arrived late, so it’s free`;
    },
    get image_video() {
      return t`Your video arrived late, so it’s free`;
    },
    get image() {
      return t`Your image arrived late, so it’s free`;
    },
    get restore() {
      return t`Your photo arrived late, so it’s free`;
    },
  },
  get sendingHint() {
    return t`Please keep this page open until your request has been accepted.`;
  },
  badges: {
    get completed() {
      return t`Ready`;
    },
    get processing() {
      return t`In progress`;
    },
    get failed() {
      return t({ message: 'Failed', context: 'state of a request' });
    },
    get canceled() {
      return t({ message: 'Canceled', context: 'state of a request' });
    },
  },
  /** @param price its formatted credits */
  retryFor: (price: string) => t`Try again (${price})`,
} as const;

export const requestMessages = {
  downloadFailed: (reason: string) => t`Download failed: ${reason}`,
  failed: {
    get video() {
      return t`Video generation failed. Please try again.`;
    },
    get image_video() {
      return t`Video generation failed. Please try again.`;
    },
    get image() {
      return t`Image generation failed. Please try again.`;
    },
    get restore() {
      return t`Image restoration failed`;
    },
  },
} as const;

/** The status is polled every 3 s in addition to live events. */
export const POLL_MS = 3000;
