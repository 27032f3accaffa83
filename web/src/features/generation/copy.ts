import { IMAGE_REQUIRED, PROMPT_REQUIRED } from '@luit/contracts/generation/limits';
import { formatNumber } from '../../lib/format';

export const generationCopy = {
  title: 'Prompt to Video',
  lead: 'Describe a scene, choose a length and get a short video.',
  promptLabel: 'Video prompt',
  promptPlaceholder: 'A country boat crosses the Brahmaputra at dawn, mist on the water, slow camera from the bank',
  promptHint: 'Describe the subject, movement, light and camera.',
  plansLegend: 'Duration and quality',
  generate: (seconds: number, credits: number) => `Generate video (${seconds}s - ${credits} credits)`,
  generateNoPlan: 'Generate video',
  balanceNow: 'Current balance',
  balanceAfter: (noun: string) => `After this ${noun}`,
  balanceShort: (noun: string) => `Missing for this ${noun}`,
  shortfall: (credits: number, noun: string) =>
    `You need ${formatNumber(credits)} more ${credits === 1 ? 'credit' : 'credits'} for this ${noun}.`,
  buyMore: 'See all packs',
  buyPack: (name: string, price: string) => `Buy ${name} for ${price}`,
  packAfter: (credits: string) => `You’ll have ${credits} left afterward. We keep your draft while you pay.`,
  tooLong: (characters: string) => `Your prompt is too long by ${characters}.`,
  payOnce: 'Pay once for this video',
  refreshPage: 'Refresh',
  processingTitle: 'Generating your video',
  processingTime: 'Processing is expected in 10-15 seconds. You can close this page; your video keeps processing.',
  elapsed: 'Elapsed time',
  unreachable: (noun: string) =>
    `We can’t reach the server right now. Your ${noun} is still processing, and this page updates once you’re back online.`,
  cancel: { video: 'Cancel this video', image_video: 'Cancel this video', restore: 'Cancel this restoration' },
  orderNumber: 'Order number',
  held: (credits: string) => `${credits} held`,
  /** `position` 1 is next. */
  queue: (position: number) => (position <= 1 ? 'Next in line' : `${position - 1} ahead of you`),
  eta: (time: string) => `about ${time} left`,
  completedTitle: 'Your video is ready',
  requestId: 'Request ID',
  duration: 'Duration',
  prompt: 'Prompt',
  generated: 'Generated',
  charged: 'Charged',
  payment: 'Credits',
  balance: 'Credit balance',
  download: 'Download',
  again: 'Generate another',
  late: {
    video: 'Your video arrived late, so it’s free',
    image_video: 'Your video arrived late, so it’s free',
    restore: 'Your photo arrived late, so it’s free',
  },
  downloadLate: 'Download for free',
  notFound: 'We couldn’t find this video.',
  notificationTitle: 'Your video is ready',
} as const;

/** Shown next to every image that is sent to a model. */
export const REAL_PEOPLE_NOTICE =
  'The AI model may reject photos of real people. If it does, your credits are returned automatically.';

export const imageToVideoCopy = {
  title: 'Image to Video',
  lead: 'Upload an image and describe how it should move.',
  imageLabel: 'Image',
  imageTip: 'Recommended image size: 512 to 1024 px. Your image becomes the first frame.',
  promptTip: 'Keep the prompt under 50 words. Describe what moves and how.',
} as const;

export const generationMessages = {
  imageMissing: IMAGE_REQUIRED,
  imageInvalid: 'Please select a valid image file',
  imageTooLarge: 'Image size should be less than 10MB',
  imageStartFallback: 'Image-to-video generation failed',
  promptMissing: PROMPT_REQUIRED,
  planMissing: 'Please select a video duration plan',
  signedOut: 'Please log in to generate videos',
  plansFailed: 'Unable to load video plans. Please refresh the page.',
  startFailed: (text: string) => `Failed to generate video: ${text}`,
  startFallback: 'Video generation failed',
  failed: 'Video generation failed. Please try again.',
  ready: 'Your video is ready!',
  downloadNoRequest: 'No request ID found. Please complete payment first.',
  downloadFailed: (text: string) => `Download failed: ${text}`,
} as const;

/** The status is polled every 3 s in addition to live events. */
export const POLL_MS = 3000;

/** Delay of the alert after completion. */
export const READY_ALERT_MS = 1000;
