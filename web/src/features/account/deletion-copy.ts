import { t } from '@lingui/core/macro';

export const deletionCopy = {
  get title() {
    return t`Delete account`;
  },
  get lead() {
    return t`Permanently delete your videos, images and personal data. You can review the details before you confirm.`;
  },
  get open() {
    return t`Delete account`;
  },
  get dialogTitle() {
    return t`Delete your account?`;
  },
  get dialogLead() {
    return t`Deletion starts immediately and can’t be undone. It usually takes a few minutes, and we’ll email you when it’s done.`;
  },
  get loading() {
    return t`Calculating your refund`;
  },
  get failed() {
    return t`We couldn’t calculate your refund right now. If you delete your account, you’ll still receive it.`;
  },
  get retry() {
    return t`Try again`;
  },
  get immediately() {
    return t`Immediately`;
  },
  get immediatelyText() {
    return t`You’re signed out on all devices. Jobs in progress are canceled, although one that is nearly done may still finish.`;
  },
  held: (credits: string) =>
    t`We’re holding ${credits} for jobs in progress. Credits returned from canceled jobs count as unused.`,
  get refunded() {
    return t({ message: 'Refunded', context: 'heading about the deletion of the account' });
  },
  get refundedNothing() {
    return t`Nothing. You have no unused credits that you bought in the last 30 days.`;
  },
  get deleted() {
    return t({ message: 'Deleted', context: 'heading about the deletion of the account' });
  },
  get deletedText() {
    return t`All your videos, images, uploads and prompts.`;
  },
  forfeited: (credits: string) => t`You forfeit ${credits} that were free or bought more than 30 days ago.`,
  get kept() {
    return t({ message: 'Kept', context: 'heading about the deletion of the account' });
  },
  get keptText() {
    return t`Payment and credit records without your name, and invoices with the name and tax details printed on them. Tax law requires both.`;
  },
  get evidence() {
    return t`Anything we took down stays hidden for up to 180 days, because it’s evidence.`;
  },
  sealed: (day: string) =>
    t`Your name, email address and sign-ins with their IP addresses and devices, encrypted until ${day}, because the law asks us to keep logs. Only an authorized person can open them, with a reason on record.`,
  get saveFirst() {
    return t`Want to keep something?`;
  },
  get toLibrary() {
    return t`Download it from your library first`;
  },
  get password() {
    return t`Your password`;
  },
  get passwordRequired() {
    return t`Password is required`;
  },
  get confirm() {
    return t`Delete my account`;
  },
  get keep() {
    return t`Keep my account`;
  },
  get notStarted() {
    return t`We couldn’t delete your account. Please try again.`;
  },
  get pageTitle() {
    return t`Your account is being deleted`;
  },
  get pageLead() {
    return t`You’re signed out on all devices. We’ll email you when it’s done, usually within a few minutes.`;
  },
  pageSteps: () => [
    t`Jobs in progress are canceled.`,
    t`Unused credits you bought in the last 30 days are refunded to your original payment method.`,
    t`Your videos, images and prompts are deleted, followed by your personal data.`,
    t`Your email address becomes available for a new account.`,
  ],
  get pageNotYou() {
    return t`Didn’t request this?`;
  },
  get pageContact() {
    return t`Contact us right away`;
  },
  get pageHome() {
    return t`Go to home page`;
  },
} as const;
