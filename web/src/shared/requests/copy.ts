import { t } from '@lingui/core/macro';
import { LAST_QUEUE_POSITION } from '@luit/contracts/generation/limits';

export const requestCopy = {
  cancel: {
    get video() {
      return t`Cancel this video`;
    },
    get image_video() {
      return t`Cancel this video`;
    },
    get restore() {
      return t`Cancel this restoration`;
    },
  },
  get downloadLate() {
    return t`Download for free`;
  },
  get elapsed() {
    return t`Elapsed time`;
  },
  eta: (time: string) => t`about ${time} left`,
  get longerThanUsual() {
    return t`taking longer than usual`;
  },
  held: (credits: string) => t`${credits} held`,
  late: {
    get video() {
      return t`Your video arrived late, so it’s free`;
    },
    get image_video() {
      return t`Your video arrived late, so it’s free`;
    },
    get restore() {
      return t`Your photo arrived late, so it’s free`;
    },
  },
  get notificationTitle() {
    return t`Your video is ready`;
  },
  get processingTime() {
    return t`Processing is expected in 10-15 seconds.`;
  },
  get keepsProcessing() {
    return t`You can close this page; your video keeps processing.`;
  },
  get sendingTitle() {
    return t`Sending your request…`;
  },
  get sendingHint() {
    return t`Please keep this page open until your request has been accepted.`;
  },
  get processingTitle() {
    return t`Generating your video`;
  },
  /** `position` 1 is next. */
  queue: (position: number) => {
    const ahead = position - 1;
    if (position >= LAST_QUEUE_POSITION) return t`More than 100 ahead of you`;
    return position <= 1 ? t`Next in line` : t`${ahead} ahead of you`;
  },
  unreachable: (noun: 'video' | 'photo') =>
    noun === 'photo'
      ? t`We can’t get updates from the server right now. Your photo is still processing, and this page updates as soon as the server responds.`
      : t`We can’t get updates from the server right now. Your video is still processing, and this page updates as soon as the server responds.`,
  get completedTitle() {
    return t`Your video is ready`;
  },
  get download() {
    return t`Download`;
  },
  get payment() {
    return t`Payment`;
  },
  get balance() {
    return t`Credit balance`;
  },
  get requestId() {
    return t`Request ID`;
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
  get restoredTitle() {
    return t`Restored photo`;
  },
  get retry() {
    return t`Try again`;
  },
} as const;

export const stepCopy = {
  get placed() {
    return t`Order placed`;
  },
  get paid() {
    return t`Payment received`;
  },
  get held() {
    return t`Credits held`;
  },
  get waiting() {
    return t`In queue`;
  },
  get restoring() {
    return t`Restoring`;
  },
  get rendering() {
    return t`Rendering`;
  },
  get ready() {
    return t`Ready`;
  },
  states: {
    get done() {
      return t({ message: 'done', context: 'state of a step' });
    },
    get current() {
      return t({ message: 'current', context: 'state of a step' });
    },
    get upcoming() {
      return t({ message: 'upcoming', context: 'state of a step' });
    },
  },
} as const;

export const requestMessages = {
  get downloadNoRequest() {
    return t`No request ID found. Please complete payment first.`;
  },
  downloadFailed: (reason: string) => t`Download failed: ${reason}`,
  failed: {
    get video() {
      return t`Video generation failed. Please try again.`;
    },
    get image_video() {
      return t`Video generation failed. Please try again.`;
    },
    get restore() {
      return t`Image restoration failed`;
    },
  },
} as const;

/** The status is polled every 3 s in addition to live events. */
export const POLL_MS = 3000;
