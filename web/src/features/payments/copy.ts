import type { CreditPack } from '@luit/contracts/billing/packs';

export const paymentsCopy = {
  heading: 'Pay as you go',
  lead: 'Credits are prepaid in rupees and never expire. You see the price of each video before you generate it.',
  packs: 'Credit packs',
  packsLoading: 'Loading credit packs',
  packsFailed: 'We couldn’t load the credit packs',
  signUpToBuy: 'Sign Up to Buy',
  buy: (pack: CreditPack) => `Buy ${pack.name}`,
  popular: 'Most popular',
  perCredit: (price: string) => `${price} per credit`,
  savings: (percent: number) => `Save ${percent}%`,
  howTitle: 'How it works',
  faqTitle: 'Frequently asked questions',
  dearer: (smallest: string) => `Credits cost more than in the ${smallest}`,
  videoPrice: (plan: string, price: string) => `A ${plan} costs ${price}`,
  plansTitle: 'Video prices',
  paidOnce: 'Paid once, without credits',
  payOnce: 'Pay once for a video',
  payOnceText: 'You don’t need credits or an account to pay for a single video.',
  restoreTitle: 'Photo restoration prices',
} as const;

export const HOW_IT_WORKS: { title: string; text: string }[] = [
  { title: 'Create an account', text: 'Enter your name, email and a password, then confirm your email address.' },
  { title: 'Choose a pack', text: 'Pay once in rupees by card, UPI or net banking.' },
  { title: 'Write a prompt', text: 'Describe the subject, setting, movement and light.' },
  { title: 'Check the price and generate', text: 'Your credits are held, not spent, until your video is ready.' },
  {
    title: 'Watch and download',
    text: 'Save your video as an MP4. If it fails, your credits are returned automatically.',
  },
];

export const FAQ: { question: string; answer: string }[] = [
  {
    question: 'Do credits expire?',
    answer:
      'Credits never expire once you’ve bought them. Promotional credits may expire; your Credit Vault shows the date.',
  },
  {
    question: 'Can I get a refund?',
    answer: 'Yes. Unused credits are refundable within 30 days of purchase.',
  },
  {
    question: 'What happens if a video fails?',
    answer: 'Failed jobs refund credits automatically. You don’t need to contact us.',
  },
  {
    question: 'How long does a video take?',
    answer:
      'Most videos are ready within 1-5 minutes. The times listed with the packs are upper limits, not what to expect. While a video runs, you see an estimate from recent videos.',
  },
];

const PROCESSING: Record<string, string> = { starter: '24h', popular: '12h', pro: '6h' };

/** The features listed on a pack's card. */
export function packFeatures(pack: CreditPack): string[] {
  const processing = PROCESSING[pack.id];
  return [
    'Prompt to video, image to video and photo restoration',
    ...(processing ? [`Processing within ${processing} at the latest`] : []),
    'Credits never expire',
  ];
}

export const orderCopy = {
  payOnce: 'Pay once for this video',
  lead: 'One video, one payment, no account needed. If the video fails, we automatically refund the full amount to your original payment method.',
  image: 'Starting image (optional)',
  imageHint:
    'Your image becomes the first frame of the video. We use it only for this order, and delete it after a day if you don’t place the order.',
  imageFailed: (reason: string) => `Image upload failed: ${reason}`,
  startsWithImage: 'Starts with your image',
  preview: 'Review order',
  email: 'Email for the video link (optional)',
  emailHint:
    'We’ll email you the link and a receipt once you’ve paid, and let you know about any refund. Nothing else.',
  demoTitle: 'Review your order',
  sample: 'Sample of this length and quality. We generate your video from your prompt after you pay.',
  pay: (price: string) => `Pay ${price}`,
  change: 'Edit order',
  waitingTitle: 'Waiting for your payment',
  waiting: 'Your video starts as soon as your payment is confirmed. This page updates automatically.',
  waitingLong:
    'Banks can take a few minutes to confirm a payment. Your video then starts on its own and this page shows it. If you closed the checkout without paying, nothing was charged: go back and pay.',
  stillWaiting: (requestId: string) =>
    `Still waiting after 10 minutes? Don’t pay twice. Contact us with the Request ID ${requestId}.`,
  payAgain: 'Go back and pay',
  contact: 'Contact us',
  signIn: 'Sign in',
  askUs: (requestId: string) => `If that doesn’t help, contact us with the Request ID ${requestId}.`,
  loadingTitle: 'Opening your order',
  loading: 'This takes a moment. If nothing happens, check your connection; this page keeps trying.',
  notFoundTitle: 'Order not found',
  notFound: 'Check that you have the whole link. Unpaid orders are deleted after 30 days.',
  closedButPaid: 'Already paid? Open your order',
  noAccessTitle: 'You can’t open this order here',
  noAccess:
    'Open the link we emailed you, or use the browser you paid with. If you were signed in when you paid, sign in to that account.',
  lateTitle: 'Your video arrived late',
  failedTitle: 'We couldn’t generate your video',
  canceledTitle: 'Video canceled',
  refunding: 'We’re refunding your payment.',
  refunded: (price: string) =>
    `Your refund of ${price} is on its way to your original payment method. Banks usually take 5-7 business days.`,
  payment: 'Payment',
  paid: (amount: string, time: string) => `You paid ${amount} on ${time}.`,
  orderId: (id: string) => `Order ID: ${id}`,
  downloadDocument: { invoice: 'Download invoice', receipt: 'Download receipt' },
  cancel: 'Cancel and refund',
  another: 'Make another video',
} as const;
