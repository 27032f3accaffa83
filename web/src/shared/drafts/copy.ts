import { t } from '@lingui/core/macro';

export const draftCopy = {
  get title() {
    return t`You have a saved draft`;
  },
  get continue() {
    return t`Continue`;
  },
} as const;
