import { formatCredits } from '../../lib/format';
import { requestMessages } from '../../shared/requests/copy';
import { imageMessages } from '../../shared/images/copy';
import type { ImageError } from '../../shared/images/image-file';

export const restoreCopy = {
  title: 'Restore image',
  lead: 'Make an old photo clear again, with sharper faces, cleaner tones and a higher resolution.',
  pricesFailed: 'We couldn’t load the prices',
  imageLabel: 'Photo',
  qualityLegend: 'Quality: how large your photo becomes',
  quality: (name: string) => `${name} quality`,
  enhancementLegend: 'Enhancement: how faces are redrawn',
  enhancement: (name: string) => `${name} enhancement`,
  color: 'Color restoration',
  colorOwnKey: 'Not available when you use your own API key.',
  colorHint: 'Adds color to a black-and-white photo.',
  payLegend: 'Pay with',
  restore: (credits: number | undefined) => (credits === undefined ? 'Restore' : `Restore (${formatCredits(credits)})`),
  restoreWithKey: 'Restore with my API key',
  changeKey: 'Change API key',
  processing: 'Restoring your photo',
  processingHint: 'You can close this page; the restoration keeps running.',
  processingOwnKey: 'Keep this page open until your photo is done.',
  ownKeyCharge: 'No credits are spent. Replicate bills the account your API key belongs to.',
  done: 'Your photo has been restored',
  restoredAt: 'Restored',
  before: 'Before',
  after: 'After',
  slider: 'Compare before and after',
  download: 'Download',
  again: 'Restore another',
  keyTitle: 'Your API key',
  keyText:
    'Copy an API token from your account settings on replicate.com. We keep it in this browser and use it only for your restorations.',
  keyLabel: 'API key',
  keySave: 'Save key',
} as const;

export const restoreMessages = {
  startFailed: 'Failed to start image restoration',
  failed: requestMessages.failed.restore,
  checkFailed: 'Failed to check restoration status',
  failedAdvice: 'Image restoration failed. Try again, or choose another photo.',
  reported: (service: string, text: string) => `${service} reported: ${text}`,
  timedOut: 'Restoration timeout. Please check status later.',
  apiError: (service: string, status: number, text: string) => `${service} API error: ${status} - ${text}`,
} as const;

/** What to do about a refusal of the provider, by its HTTP status. */
export function providerAdvice(service: string, status: number): string {
  if (status === 401 || status === 403)
    return `${service} didn’t accept your API key. Change it below, or pay with credits.`;
  if (status === 402) return `Your ${service} account has no credit left. Add some there, or pay with credits.`;
  if (status === 429) return `${service} limits how often your key may be used. Wait a minute and try again.`;
  if (status >= 500) return `${service} has a problem right now. Try again in a few minutes, or pay with credits.`;
  return `${service} couldn’t process this photo. Choose another photo or other settings.`;
}

export const photoMessages: Record<ImageError, string> = {
  ...imageMessages,
  not_an_image: 'Please select an image file',
  missing: 'Please select an image file',
};

export const SERVICE = 'Replicate';

/** An own-key restoration is polled every 2 s, for at most 5 minutes. */
export const RESTORE_POLL_MS = 2_000;
export const RESTORE_TIMEOUT_MS = 300_000;

export const PAYMENTS = [
  { id: 'credits', name: 'Credits', text: 'Returned if the restoration fails' },
  { id: 'key', name: 'Your own API key', text: 'Billed by Replicate, no credits used' },
] as const;
export type Payment = (typeof PAYMENTS)[number]['id'];
