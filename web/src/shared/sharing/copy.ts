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
  get share() {
    return t`Share`;
  },
  title: {
    get video() {
      return t`Share this video`;
    },
    get image_video() {
      return t`Share this video`;
    },
    get restore() {
      return t`Share this photo`;
    },
  },
  get lead() {
    return t`Anyone who has the link can see and download it. They don’t see your name or your account.`;
  },
  get loading() {
    return t`Loading the link`;
  },
  get failed() {
    return t`We couldn’t load the link`;
  },
  get notSaved() {
    return t`Your change was not saved.`;
  },
  get expires() {
    return t`The link expires`;
  },
  expiries,
  expiresOn: (date: string) => t`On ${date}`,
  get showPrompt() {
    return t`Show the prompt`;
  },
  get showPromptHint() {
    return t`Visitors can read it and use it for their own video.`;
  },
  get index() {
    return t`Let search engines list it`;
  },
  get indexHint() {
    return t`Otherwise, only people who have the link find it.`;
  },
  get create() {
    return t`Create link`;
  },
  get link() {
    return t`Link`;
  },
  get copy() {
    return t`Copy link`;
  },
  get copied() {
    return t`Copied`;
  },
  get copyFailed() {
    return t`We couldn’t copy the link. Select it and copy it yourself.`;
  },
  get send() {
    return t`Send`;
  },
  get revoke() {
    return t`Stop sharing`;
  },
  get revokeHint() {
    return t`If you stop, the link no longer works. Sharing again creates a different one.`;
  },
  get revoked() {
    return t`The link no longer works.`;
  },
} as const;
