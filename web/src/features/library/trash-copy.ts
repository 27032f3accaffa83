import { t } from '@lingui/core/macro';

export const trashCopy = {
  get isBack() {
    return t`Back in your library`;
  },
} as const;
