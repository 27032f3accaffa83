import { t } from '@lingui/core/macro';

/** What is logged, and what the payment provider and the server store, stays in English. */
export const paymentMessages = {
  get verifyFailed() {
    return t`Payment verification failed. Please contact support.`;
  },
} as const;
