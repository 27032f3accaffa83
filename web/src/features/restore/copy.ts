import { t } from '@lingui/core/macro';

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
  get checkFailed() {
    return t`Failed to check restoration status`;
  },
} as const;

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
