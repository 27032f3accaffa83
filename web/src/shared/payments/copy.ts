import { t } from '@lingui/core/macro';
import { INVALID_PACK } from '@luit/contracts/billing/limits';

export const paymentNotices = {
  get closed() {
    return t`Checkout closed. If you completed the payment, your credits arrive within a few minutes.`;
  },
  get closedVideo() {
    return t`Checkout closed. If you completed the payment, your video starts within a few minutes.`;
  },
  get verifying() {
    return t`Verifying your payment...`;
  },
  get contact() {
    return t`Contact us`;
  },
} as const;

/** What is logged, and what the payment provider and the server store, stays in English. */
export const paymentMessages = {
  get startFailed() {
    return t`Failed to initiate payment. Please try again.`;
  },
  get verifyFailed() {
    return t`Payment verification failed. Please contact support.`;
  },
  invalidPack: INVALID_PACK,
  get checkoutTitle() {
    return t`Checkout`;
  },
  get scriptHint() {
    return t`Razorpay script is not loaded. An ad blocker or network filter may be blocking it. You haven’t been charged.`;
  },
  videoOrderFailed: (text: string) => t`Order creation failed: ${text}`,
  succeeded: (orderId: string) => t`Payment successful! Order ID: ${orderId}`,
} as const;
