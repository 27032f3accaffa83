import type { RestoreEnhancement, RestoreQuality } from '@luit/contracts/generation/plans';

export const restoreCopy = {
  title: 'Restore Image',
  lead: 'An old photograph, made clear again: sharper faces, cleaner tones, more pixels.',
  imageLabel: 'Photo',
  qualityLegend: 'Quality',
  enhancementLegend: 'Enhancement',
  color: 'Colour restoration',
  colorOwnKey: 'With your own key only the restore model is used.',
  colorHint: 'Gives a black-and-white photo its colours.',
  payLegend: 'How to pay',
  restore: (credits: number | undefined) => (credits === undefined ? 'Restore' : `Restore (${credits} credits)`),
  restoreWithKey: 'Restore with my key',
  changeKey: 'Change key',
  processing: 'Your photo is being restored',
  processingHint: 'Most photos take a minute or less. You may close this page: the work goes on.',
  processingOwnKey: 'Most photos take a minute or less. Please keep this page open.',
  ownKeyMoney: 'No credits are spent: Replicate charges the account of your key.',
  done: 'Your photo is restored',
  restoredAt: 'Restored',
  before: 'Before',
  after: 'After',
  slider: 'Share of the restored photo that is shown',
  download: 'Download',
  again: 'Restore Another',
  keyTitle: 'Your API key',
  keyText:
    'From replicate.com, Account, API tokens. It stays in this browser, and is used for your restorations alone.',
  keyLabel: 'API key',
  keySave: 'Save key',
} as const;

export const restoreMessages = {
  notAnImage: 'Please select an image file',
  tooLarge: 'Image size should be less than 10MB',
  startFailed: 'Failed to start image restoration',
  failed: 'Image restoration failed',
  checkFailed: 'Failed to check restoration status',
  timedOut: 'Restoration timeout. Please check status later.',
  apiError: (service: string, status: number, text: string) => `${service} API error: ${status} - ${text}`,
} as const;

export const SERVICE = 'Replicate';

/** The own-key status is asked for every 2 s, for at most 5 minutes. */
export const RESTORE_POLL_MS = 2_000;
export const RESTORE_TIMEOUT_MS = 300_000;

export const QUALITIES: { id: RestoreQuality; name: string; text: string; scale: number }[] = [
  { id: 'standard', name: 'Standard', text: 'Twice the size', scale: 2 },
  { id: 'high', name: 'High', text: 'Three times the size', scale: 3 },
  { id: 'ultra', name: 'Ultra', text: 'Four times the size', scale: 4 },
];

export const ENHANCEMENTS: { id: RestoreEnhancement; name: string; text: string; version: string }[] = [
  { id: 'standard', name: 'Standard', text: 'True to the photo', version: 'v1.4' },
  { id: 'premium', name: 'Premium', text: 'Sharper faces', version: 'v1.3' },
  { id: 'professional', name: 'Professional', text: 'For badly damaged faces', version: 'RestoreFormer' },
];

export const PAYMENTS = [
  { id: 'credits', name: 'Credits', text: 'Returned if it fails' },
  { id: 'key', name: 'Own key', text: 'Paid at Replicate, no credits' },
] as const;
export type Payment = (typeof PAYMENTS)[number]['id'];
