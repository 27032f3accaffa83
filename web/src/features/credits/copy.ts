import { t } from '@lingui/core/macro';

export const creditsCopy = {
  refunded: {
    pending: (amount: string) => t`${amount} is being refunded`,
    delayed: (amount: string) => t`The refund of ${amount} is delayed. We’re retrying, and our team has been informed.`,
    completed: (amount: string) => t`${amount} refunded`,
  },
} as const;
