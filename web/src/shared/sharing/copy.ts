import { t } from '@lingui/core/macro';

const expiries = {
  get week() {
    return t`In 7 days`;
  },
  get month() {
    return t`In 30 days`;
  },
  get quarter() {
    return t`In 90 days`;
  },
  get never() {
    return t`Never`;
  },
} as const;

export const sharingCopy = {
  get notSaved() {
    return t`Your change was not saved.`;
  },
  expiries,
} as const;
