import type { RestoreEnhancement, RestoreQuality } from '@luit/contracts/generation/plans';
import { requestMessages } from '../../shared/requests/copy';
import { imageMessages } from '../../shared/images/copy';
import type { ImageError } from '../../shared/images/image-file';

export const restoreCopy = {
  title: 'Restore image',
  lead: 'Make an old photo clear again, with sharper faces, cleaner tones and a higher resolution.',
  pricesFailed: 'We couldn’t load the prices',
  imageLabel: 'Photo',
  qualityLegend: 'Quality',
  enhancementLegend: 'Enhancement',
  color: 'Color restoration',
  colorOwnKey: 'Not available when you use your own API key.',
  colorHint: 'Adds color to a black-and-white photo.',
  payLegend: 'Pay with',
  restore: (credits: number | undefined) => (credits === undefined ? 'Restore' : `Restore (${credits} credits)`),
  restoreWithKey: 'Restore with my API key',
  changeKey: 'Change API key',
  processing: 'Restoring your photo',
  processingHint: 'Most photos take a minute or less. You can close this page; the restoration keeps running.',
  processingOwnKey: 'Most photos take a minute or less. Keep this page open until yours is done.',
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
  timedOut: 'Restoration timeout. Please check status later.',
  apiError: (service: string, status: number, text: string) => `${service} API error: ${status} - ${text}`,
} as const;

export const photoMessages: Record<ImageError, string> = {
  ...imageMessages,
  not_an_image: 'Please select an image file',
  missing: 'Please select an image file',
};

export const SERVICE = 'Replicate';

/** An own-key restoration is polled every 2 s, for at most 5 minutes. */
export const RESTORE_POLL_MS = 2_000;
export const RESTORE_TIMEOUT_MS = 300_000;

export const QUALITIES: { id: RestoreQuality; name: string; text: string; scale: number }[] = [
  { id: 'standard', name: 'Standard', text: '2× the original size', scale: 2 },
  { id: 'high', name: 'High', text: '3× the original size', scale: 3 },
  { id: 'ultra', name: 'Ultra', text: '4× the original size', scale: 4 },
];

export const ENHANCEMENTS: { id: RestoreEnhancement; name: string; text: string; version: string }[] = [
  { id: 'standard', name: 'Standard', text: 'Closest to the original', version: 'v1.4' },
  { id: 'premium', name: 'Premium', text: 'Sharper faces', version: 'v1.3' },
  { id: 'professional', name: 'Professional', text: 'For badly damaged faces', version: 'RestoreFormer' },
];

export const PAYMENTS = [
  { id: 'credits', name: 'Credits', text: 'Returned if the restoration fails' },
  { id: 'key', name: 'Your own API key', text: 'Billed by Replicate, no credits used' },
] as const;
export type Payment = (typeof PAYMENTS)[number]['id'];
