export const generationCopy = {
  title: 'Prompt to Video',
  lead: 'Describe a shot. Choose its length. Watch it arrive.',
  promptLabel: 'Video prompt',
  promptPlaceholder: 'A country boat crosses the Brahmaputra at dawn, mist on the water, slow camera from the bank',
  promptHint: 'Subject, movement, light, camera.',
  plansLegend: 'Duration and quality',
  generate: (seconds: number, credits: number) => `Generate Video (${seconds}s - ${credits} credits)`,
  generateNoPlan: 'Generate Video',
  balanceNow: 'Credits now',
  balanceAfter: (noun: string) => `After this ${noun}`,
  balanceShort: (noun: string) => `Missing for this ${noun}`,
  shortfall: (credits: string, noun: string) => `You need ${credits} more for this ${noun}.`,
  buyMore: 'See all packs',
  buyPack: (name: string, price: string) => `Buy ${name} for ${price}`,
  packAfter: (credits: string) => `Leaves ${credits} after this. Your draft stays here meanwhile.`,
  tooLong: (characters: string) => `${characters} characters too many. Please shorten it.`,
  payOnce: 'Pay once for this video',
  refreshPage: 'Refresh',
  processingTitle: 'Your video is being made',
  processingTime: 'Processing is expected in 10-15 seconds. You may close this page: the work goes on.',
  elapsed: 'Under way for',
  elapsedLabel: 'Time elapsed',
  unreachable: (noun: string) =>
    `The server cannot be reached just now. Your ${noun} goes on all the same, and this page catches up by itself.`,
  cancel: (noun: string) => `Cancel this ${noun}`,
  orderNumber: 'Order number',
  held: (credits: string) => `${credits} held`,
  /** `place` 1 is next. */
  queue: (place: number) => (place <= 1 ? 'Next in line' : `${place - 1} ahead of you`),
  eta: (time: string) => `about ${time} to go`,
  completedTitle: 'Your video is ready',
  requestId: 'Request ID',
  duration: 'Duration',
  prompt: 'Prompt',
  generated: 'Generated',
  charged: 'Charged',
  money: 'Your credits',
  balance: 'Credit balance',
  download: 'Download',
  again: 'Generate Another',
  late: 'It arrived after all: free of charge.',
  downloadLate: 'Download it',
  notFound: 'This video could not be found.',
  notificationTitle: 'Your video is ready',
} as const;

/** Stands beside every image that goes to a model. `noun`: what is made of it. */
export const realPersons = (noun: 'video' | 'photo') =>
  `Photos of real persons may be refused by the model. A refused ${noun} costs nothing: its credits come back.`;

export const imageToVideoCopy = {
  title: 'Image to Video',
  lead: 'Your own picture, set in motion by a line of direction.',
  imageLabel: 'Image',
  imageTip: 'Recommended image size: 512 to 1024 px. It becomes the first frame.',
  promptTip: 'Keep the prompt under 50 words: what moves, and how.',
  realPersons: realPersons('video'),
} as const;

export const generationMessages = {
  imageMissing: 'Please upload an image',
  imageInvalid: 'Please select a valid image file',
  imageTooLarge: 'Image size should be less than 10MB',
  imageStartFallback: 'Image-to-video generation failed',
  promptMissing: 'Please enter a video prompt',
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

/** Status is asked for every 3 s, beside the pushed events. */
export const POLL_MS = 3000;

/** The alert follows the completion by one second. */
export const READY_ALERT_MS = 1000;

export const PROMPT_MAXIMUM = 2000;
