import { t } from '@lingui/core/macro';

export const consentCopy = {
  /** Without the label of another field of the sign-up form, so that each field is found by its label. */
  get marketing() {
    return t`Send me news and offers`;
  },
  get changeFailed() {
    return t`We couldn’t save this. Please try again.`;
  },
} as const;
