import { t } from '@lingui/core/macro';

export const deletionCopy = {
  get refunded() {
    return t({ message: 'Refunded', context: 'heading about the deletion of the account' });
  },
} as const;
