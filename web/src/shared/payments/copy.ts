import { INVALID_PACK } from '@luit/contracts/billing/limits';

export const paymentNotices = {
  closed: 'Checkout closed. If you completed the payment, your credits arrive within a few minutes.',
  closedVideo: 'Checkout closed. If you completed the payment, your video starts within a few minutes.',
  verifying: 'Verifying your payment...',
  contact: 'Contact us',
} as const;

export const paymentMessages = {
  startFailed: 'Failed to initiate payment. Please try again.',
  verifyFailed: 'Payment verification failed. Please contact support.',
  invalidPack: INVALID_PACK,
  checkoutTitle: 'Checkout',
  scriptMissing: 'Razorpay script is not loaded',
  scriptHint: 'An ad blocker or network filter may be blocking it. You haven’t been charged.',
  orderFailed: (text: string) => `Failed to create payment order: ${text}`,
  videoOrderFailed: (text: string) => `Order creation failed: ${text}`,
  verificationFailed: (text: string) => `Verification failed: ${text}`,
  succeeded: (orderId: string) => `Payment successful! Order ID: ${orderId}`,
  packPrompt: (name: string) => `Credit pack purchase: ${name}`,
  videoDescription: (seconds: number) => `Video generation - ${seconds} seconds`,
  packDescription: (name: string) => `Credit Pack - ${name}`,
} as const;
