import { LAST_QUEUE_POSITION } from '@luit/contracts/generation/limits';

export const requestCopy = {
  cancel: { video: 'Cancel this video', image_video: 'Cancel this video', restore: 'Cancel this restoration' },
  downloadLate: 'Download for free',
  elapsed: 'Elapsed time',
  eta: (time: string) => `about ${time} left`,
  longerThanUsual: 'taking longer than usual',
  held: (credits: string) => `${credits} held`,
  late: {
    video: 'Your video arrived late, so it’s free',
    image_video: 'Your video arrived late, so it’s free',
    restore: 'Your photo arrived late, so it’s free',
  },
  notificationTitle: 'Your video is ready',
  processingTime: 'Processing is expected in 10-15 seconds.',
  keepsProcessing: 'You can close this page; your video keeps processing.',
  sendingTitle: 'Sending your request…',
  sendingHint: 'Please keep this page open until your request has been accepted.',
  processingTitle: 'Generating your video',
  /** `position` 1 is next. */
  queue: (position: number) => {
    if (position >= LAST_QUEUE_POSITION) return 'More than 100 ahead of you';
    return position <= 1 ? 'Next in line' : `${position - 1} ahead of you`;
  },
  unreachable: (noun: string) =>
    `We can’t get updates from the server right now. Your ${noun} is still processing, and this page updates as soon as the server responds.`,
  completedTitle: 'Your video is ready',
  download: 'Download',
  payment: 'Payment',
  balance: 'Credit balance',
  requestId: 'Request ID',
  badges: { completed: 'Ready', processing: 'In progress', failed: 'Failed', canceled: 'Canceled' },
  restoredTitle: 'Restored photo',
  retry: 'Try again',
} as const;

export const requestMessages = {
  downloadNoRequest: 'No request ID found. Please complete payment first.',
  downloadFailed: (text: string) => `Download failed: ${text}`,
  failed: {
    video: 'Video generation failed. Please try again.',
    image_video: 'Video generation failed. Please try again.',
    restore: 'Image restoration failed',
  },
} as const;

/** The status is polled every 3 s in addition to live events. */
export const POLL_MS = 3000;
