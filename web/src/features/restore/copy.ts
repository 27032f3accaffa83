import { t } from '@lingui/core/macro';
import { formatCredits } from '../../lib/format';
import { requestMessages } from '../../shared/requests/copy';
import { imageMessages } from '../../shared/images/copy';
import type { ImageError } from '../../shared/images/image-file';

export const restoreCopy = {
  get title() {
    return t`Restore image`;
  },
  get lead() {
    return t`Make an old photo clear again, with sharper faces, cleaner tones and a higher resolution.`;
  },
  get pricesFailed() {
    return t`We couldn’t load the prices`;
  },
  get price() {
    return t`Price`;
  },
  get imageLabel() {
    return t`Photo`;
  },
  get qualityLegend() {
    return t`Quality: how large your photo becomes`;
  },
  quality: (name: string) => t`${name} quality`,
  get enhancementLegend() {
    return t`Enhancement: how faces are redrawn`;
  },
  enhancement: (name: string) => t`${name} enhancement`,
  get color() {
    return t`Color restoration`;
  },
  get colorOwnKey() {
    return t`Not available when you use your own API key.`;
  },
  get colorHint() {
    return t`Adds color to a black-and-white photo.`;
  },
  get payLegend() {
    return t`Pay with`;
  },
  restore: (credits: number | undefined) => {
    if (credits === undefined) return t({ message: 'Restore', context: 'a photo' });
    const price = formatCredits(credits);
    return t`Restore (${price})`;
  },
  get restoreWithKey() {
    return t`Restore with my API key`;
  },
  get changeKey() {
    return t`Change API key`;
  },
  get processing() {
    return t`Restoring your photo`;
  },
  get processingHint() {
    return t`You can close this page; the restoration keeps running.`;
  },
  get processingOwnKey() {
    return t`Keep this page open until your photo is done.`;
  },
  get ownKeyCharge() {
    return t`No credits are spent. Replicate bills the account your API key belongs to.`;
  },
  get done() {
    return t`Your photo has been restored`;
  },
  get restoredAt() {
    return t({ message: 'Restored', context: 'label of a date' });
  },
  get before() {
    return t({ message: 'Before', context: 'the photo before it was restored' });
  },
  get after() {
    return t({ message: 'After', context: 'the photo after it was restored' });
  },
  get slider() {
    return t`Compare before and after`;
  },
  get download() {
    return t`Download`;
  },
  get again() {
    return t`Restore another`;
  },
  get keyTitle() {
    return t`Your API key`;
  },
  get keyText() {
    return t`Copy an API token from your account settings on replicate.com. We keep it in this browser and use it only for your restorations.`;
  },
  get keyLabel() {
    return t`API key`;
  },
  get keySave() {
    return t`Save key`;
  },
} as const;

export const restoreMessages = {
  get startFailed() {
    return t`Failed to start image restoration`;
  },
  startFailedBecause: (reason: string) => t`Failed to start image restoration: ${reason}`,
  get failed() {
    return requestMessages.failed.restore;
  },
  get checkFailed() {
    return t`Failed to check restoration status`;
  },
  get failedAdvice() {
    return t`Image restoration failed. Try again, or choose another photo.`;
  },
  reported: (service: string, text: string) => t`${service} reported: ${text}`,
  get timedOut() {
    return t`Restoration timeout. Please check status later.`;
  },
  apiError: (service: string, status: number, text: string) => t`${service} API error: ${status} - ${text}`,
} as const;

/** What to do about a refusal of the provider, by its HTTP status. */
export function providerAdvice(service: string, status: number): string {
  if (status === 401 || status === 403)
    return t`${service} didn’t accept your API key. Change it below, or pay with credits.`;
  if (status === 402) return t`Your ${service} account has no credit left. Add some there, or pay with credits.`;
  if (status === 429) return t`${service} limits how often your key may be used. Wait a minute and try again.`;
  if (status >= 500) return t`${service} has a problem right now. Try again in a few minutes, or pay with credits.`;
  return t`${service} couldn’t process this photo. Choose another photo or other settings.`;
}

export function photoMessage(problem: ImageError): string {
  if (problem === 'not_an_image' || problem === 'missing') return t`Please select an image file`;
  return imageMessages[problem];
}

export const SERVICE = 'Replicate';

/** An own-key restoration is polled every 2 s, for at most 5 minutes. */
export const RESTORE_POLL_MS = 2_000;
export const RESTORE_TIMEOUT_MS = 300_000;

export const PAYMENTS = [
  {
    id: 'credits',
    get name() {
      return t({ message: 'Credits', context: 'means of payment' });
    },
    get text() {
      return t`Returned if the restoration fails`;
    },
  },
  {
    id: 'key',
    get name() {
      return t`Your own API key`;
    },
    get text() {
      return t`Billed by Replicate, no credits used`;
    },
  },
] as const;
export type Payment = (typeof PAYMENTS)[number]['id'];
