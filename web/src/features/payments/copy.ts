import type { CreditPack } from '@luit/contracts/billing/packs';

export const paymentsCopy = {
  heading: 'Pay for what you make.',
  lead: 'Credits are prepaid, in rupees, and never expire. You see the price of each video before you make it.',
  packs: 'Credit packs',
  packsFailed: 'The credit packs could not be loaded',
  signUpToBuy: 'Sign Up to Buy',
  buy: (pack: CreditPack) => `Buy ${pack.name}`,
  popular: 'Most popular',
  perCredit: (price: string) => `${price} per credit`,
  declaredSavings: (percent: number) => `Save ${percent}%`,
  howTitle: 'How it works',
  faqTitle: 'Questions, answered',
  closed: 'Checkout closed. If you did pay, your credits arrive by themselves within a few minutes.',
  closedVideo: 'Checkout closed. If you did pay, your video starts by itself within a few minutes.',
  verifying: 'Checking your payment...',
  plansTitle: 'What a video costs',
} as const;

export const paymentMessages = {
  startFailed: 'Failed to initiate payment. Please try again.',
  verifyFailed: 'Payment verification failed. Please contact support.',
  invalidPack: 'Invalid pack ID',
  checkoutTitle: 'Checkout',
  scriptMissing: 'Razorpay script is not loaded',
  scriptHint: 'An ad blocker or a strict network may keep it away. Nothing was charged.',
  orderFailed: (text: string) => `Failed to create payment order: ${text}`,
  videoOrderFailed: (text: string) => `Order creation failed: ${text}`,
  verificationFailed: (text: string) => `Verification failed: ${text}`,
  succeeded: (orderId: string) => `Payment successful! Order ID: ${orderId}`,
  packPrompt: (name: string) => `Credit pack purchase: ${name}`,
  videoDescription: (seconds: number) => `Demo Video Generation - ${seconds} seconds`,
  packDescription: (name: string) => `Credit Pack - ${name}`,
} as const;

export const HOW_IT_WORKS: { title: string; text: string }[] = [
  { title: 'Create an account', text: 'Name, email, password. Confirm the link we mail you.' },
  { title: 'Choose a pack', text: 'Pay once in rupees by card, UPI or net banking.' },
  { title: 'Write a prompt', text: 'Describe the shot: who, where, what moves, what light.' },
  { title: 'See the price, press generate', text: 'The credits are held, not spent, until your video is ready.' },
  { title: 'Watch and download', text: 'An MP4 that is yours to use. If it fails, the credits are back at once.' },
];

export const FAQ: { question: string; answer: string }[] = [
  { question: 'Do credits expire?', answer: 'Credits never expire. Buy once, use them whenever you like.' },
  {
    question: 'Can I get a refund?',
    answer: 'Yes. Unused credits are refundable within 30 days of the purchase.',
  },
  {
    question: 'What happens if a video fails?',
    answer: 'Failed jobs refund credits automatically. You need not ask.',
  },
  {
    question: 'How long does a video take?',
    answer: 'Most are ready within 1-5 minutes. Larger packs come with a shorter promised processing time.',
  },
];

const PROCESSING: Record<string, string> = { starter: '24h', popular: '12h', pro: '6h' };

/** The features listed on a pack's card. */
export function packFeatures(pack: CreditPack): string[] {
  const processing = PROCESSING[pack.id];
  return [
    'Prompt to video, image to video, photo restoration',
    ...(processing ? [`Processing within ${processing}`] : []),
    'Credits never expire',
  ];
}

export const orderCopy = {
  payOnce: 'Pay once for this video',
  lead: 'One video, one payment, no account. If it fails, the whole amount goes back to your card by itself.',
  image: 'Image to begin with (optional)',
  imageHint: 'It becomes the first frame of your video. Only your order uses it; unordered, it is deleted after a day.',
  imageFailed: (reason: string) => `Your image was not taken: ${reason}`,
  beginsWithImage: 'Begins with your image',
  preview: 'See my order',
  email: 'Email for the link (optional)',
  emailHint: 'We mail you the link to your video once it is paid, and tell you if your money goes back. Nothing else.',
  demoTitle: 'Your order, before you pay',
  sample: 'A sample of this length and quality. Yours is made from your prompt once you have paid.',
  pay: (price: string) => `Pay ${price}`,
  change: 'Change it',
  waitingTitle: 'Waiting for your payment',
  waiting: 'As soon as the payment is confirmed, your video starts by itself. This page updates on its own.',
  askingTitle: 'Opening your order',
  asking: 'One moment. If this stays, check your connection: this page asks again on its own.',
  unknownTitle: 'There is no such order',
  unknown: 'Check the link: part of it may be missing. An order that nobody paid for is forgotten after 30 days.',
  closedButPaid: 'I did pay: open my order',
  noClaimTitle: 'This order cannot be opened here',
  noClaim: 'Open the link we mailed you, or this page in the browser you paid with.',
  lateTitle: 'Your video came late',
  failedTitle: 'The video could not be made',
  canceledTitle: 'The video was cancelled',
  refunding: 'Your card is refunded. We are arranging it now.',
  refunded: (price: string) =>
    `Your card is refunded: ${price} is on its way back. Banks usually take 5-7 working days.`,
  cancel: 'Cancel and refund',
  another: 'Make another',
} as const;
