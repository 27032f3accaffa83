import { t } from '@lingui/core/macro';
import { requestMessages } from '../../shared/requests/copy';
import { imageMessages } from '../../shared/images/copy';
import type { ImageError } from '../../shared/images/image-file';

export const restoreCopy = {
  get ownKeyCharge() {
    return t`No credits are spent. Replicate bills the account your API key belongs to.`;
  },
  get before() {
    return t({ message: 'Before', context: 'the photo before it was restored' });
  },
} as const;

export const restoreMessages = {
  get startFailed() {
    return t`Failed to start image restoration`;
  },
  get failed() {
    return requestMessages.failed.restore;
  },
  get checkFailed() {
    return t`Failed to check restoration status`;
  },
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
