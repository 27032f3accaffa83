import { t } from '@lingui/core/macro';

export const appealCopy = {
  get open() {
    return t`This is a mistake`;
  },
  get question() {
    return t`Why is this a mistake?`;
  },
  get hint() {
    return t`A person on our team reads your prompt and this text.`;
  },
  get send() {
    return t`Send`;
  },
  get sent() {
    return t`Thank you. A person will look at it.`;
  },
  get sentByGuest() {
    return t`Thank you. A person will look at it. If they agree, exactly this text is accepted for 7 days. Please try again later.`;
  },
  failed: (reason: string) => t`We couldn’t send this: ${reason}`,
};
