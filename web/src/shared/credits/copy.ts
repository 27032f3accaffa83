import { t } from '@lingui/core/macro';

/** A file of its own, because the header of each page shows the balance and the other texts about credits load later. */
export const balanceCopy = {
  get balanceFailed() {
    return t`Couldn’t load your balance`;
  },
} as const;
