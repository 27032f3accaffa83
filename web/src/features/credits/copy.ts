import { t } from '@lingui/core/macro';

export const creditsCopy = {
  get buyCredits() {
    return t`Buy credits`;
  },
  get retry() {
    return t`Retry`;
  },
  refunded: {
    pending: (amount: string) => t`${amount} is being refunded`,
    delayed: (amount: string) => t`The refund of ${amount} is delayed. We’re retrying, and our team has been informed.`,
    completed: (amount: string) => t`${amount} refunded`,
  },
} as const;

export const TRANSACTIONS_PER_PAGE = 50;
