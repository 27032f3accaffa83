import { t } from '@lingui/core/macro';

export const orderCopy = {
  get payOnce() {
    return t`Pay once for this video`;
  },
  get lead() {
    return t`One video, one payment, no account needed. If the video fails, we automatically refund the full amount to your original payment method.`;
  },
  get image() {
    return t`Starting image (optional)`;
  },
  get imageHint() {
    return t`Your image becomes the first frame of the video. We use it only for this order, and delete it after a day if you don’t place the order.`;
  },
  imageFailed: (reason: string) => t`Image upload failed: ${reason}`,
  get startsWithImage() {
    return t`Starts with your image`;
  },
  get preview() {
    return t`Review order`;
  },
  get email() {
    return t`Email for the video link (optional)`;
  },
  get emailHint() {
    return t`We’ll email you the link and a receipt once you’ve paid, and let you know about any refund. Nothing else.`;
  },
  get demoTitle() {
    return t`Review your order`;
  },
  get sample() {
    return t`Sample of this length and quality. We generate your video from your prompt after you pay.`;
  },
  planLabel: (plan: string, seconds: string, quality: string, price: string) =>
    t`${plan}, ${seconds} seconds, ${quality}, ${price}`,
  pay: (price: string) => t`Pay ${price}`,
  get change() {
    return t`Edit order`;
  },
  get waitingTitle() {
    return t`Waiting for your payment`;
  },
  get waiting() {
    return t`Your video starts as soon as your payment is confirmed. This page updates automatically.`;
  },
  get waitingLong() {
    return t`Banks can take a few minutes to confirm a payment. Your video then starts on its own and this page shows it. If you closed the checkout without paying, nothing was charged: go back and pay.`;
  },
  stillWaiting: (requestId: string) =>
    t`Still waiting after 10 minutes? Don’t pay twice. Contact us with the Request ID ${requestId}.`,
  get payAgain() {
    return t`Go back and pay`;
  },
  get contact() {
    return t`Contact us`;
  },
  get signIn() {
    return t`Sign in`;
  },
  askUs: (requestId: string) => t`If that doesn’t help, contact us with the Request ID ${requestId}.`,
  get loadingTitle() {
    return t`Opening your order`;
  },
  get loading() {
    return t`This takes a moment. If nothing happens, check your connection; this page keeps trying.`;
  },
  get notFoundTitle() {
    return t`Order not found`;
  },
  get notFound() {
    return t`Check that you have the whole link. Unpaid orders are deleted after 30 days.`;
  },
  get closedButPaid() {
    return t`Already paid? Open your order`;
  },
  get noAccessTitle() {
    return t`You can’t open this order here`;
  },
  get noAccess() {
    return t`Open the link we emailed you, or use the browser you paid with. If you were signed in when you paid, sign in to that account.`;
  },
  get lateTitle() {
    return t`Your video arrived late`;
  },
  get failedTitle() {
    return t`We couldn’t generate your video`;
  },
  get canceledTitle() {
    return t`Video canceled`;
  },
  get refunding() {
    return t`We’re refunding your payment.`;
  },
  refunded: (price: string) =>
    t`Your refund of ${price} is on its way to your original payment method. Banks usually take 5-7 business days.`,
  get payment() {
    return t`Payment`;
  },
  paid: (amount: string, time: string) => t`You paid ${amount} on ${time}.`,
  orderId: (id: string) => t`Order ID: ${id}`,
  downloadDocument: {
    get invoice() {
      return t`Download invoice`;
    },
    get receipt() {
      return t`Download receipt`;
    },
  },
  get cancel() {
    return t`Cancel and refund`;
  },
  get another() {
    return t`Make another video`;
  },
} as const;
