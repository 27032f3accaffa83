import { t } from '@lingui/core/macro';

export const consentCopy = {
  get title() {
    return t`What you agreed to`;
  },
  get lead() {
    return t`We keep a record of this for as long as the law asks us to. Your copy of your data contains all of it.`;
  },
  get loading() {
    return t`Loading what you agreed to`;
  },
  get loadFailed() {
    return t`We couldn’t load what you agreed to`;
  },
  names: {
    get terms() {
      return t`Terms of Service`;
    },
    get privacy() {
      return t`Privacy Policy`;
    },
    get age() {
      return t`Your age`;
    },
    get marketing() {
      return t`News and offers`;
    },
  },
  get ageText() {
    return t`You are 18 or older, or have the consent of a parent or guardian.`;
  },
  agreed: (version: string, date: string) => t`You agreed to the version of ${version} on ${date}.`,
  confirmed: (date: string) => t`You confirmed this on ${date}.`,
  withdrawn: (date: string) => t`You withdrew this on ${date}.`,
  get never() {
    return t`You haven’t agreed to this.`;
  },
  /** Without the label of another field of the sign-up form, so that each field is found by its label. */
  get marketing() {
    return t`Send me news and offers`;
  },
  get marketingHint() {
    return t`Optional. You can change this on your dashboard at any time.`;
  },
  get changeFailed() {
    return t`We couldn’t save this. Please try again.`;
  },
  get bannerLabel() {
    return t`New versions`;
  },
  get bannerTerms() {
    return t`Our Terms of Service have changed.`;
  },
  get bannerPrivacy() {
    return t`Our Privacy Policy has changed.`;
  },
  get bannerAge() {
    return t`Please confirm that you are 18 or older, or have the consent of a parent or guardian.`;
  },
  get read() {
    return t`Read it`;
  },
  get agree() {
    return t`I agree`;
  },
  get confirm() {
    return t`I confirm`;
  },
} as const;
