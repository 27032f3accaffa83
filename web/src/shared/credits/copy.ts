import { t } from '@lingui/core/macro';

export const balanceCopy = {
  get balanceFailed() {
    return t`Couldn’t load your balance`;
  },
  get buyMore() {
    return t`See all packs`;
  },
} as const;
