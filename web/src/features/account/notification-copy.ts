import { t } from '@lingui/core/macro';

export const notificationCopy = {
  get lead() {
    return t`Choose what we notify you of, and how.`;
  },
  get loading() {
    return t`Loading notification settings`;
  },
  get loadFailed() {
    return t`We couldn’t load your notification settings`;
  },
  get changeFailed() {
    return t`We couldn’t save this setting. Please try again.`;
  },
  kinds: {
    requests: {
      get name() {
        return t`Finished and failed requests`;
      },
      get text() {
        return t`When a video or photo is ready, or couldn’t be created. We email you only if Luit wasn’t open on any device.`;
      },
    },
    credits: {
      get name() {
        return t`Refunds`;
      },
      get text() {
        return t`When we send money back to you.`;
      },
    },
    expiring_credits: {
      get name() {
        return t`Expiring credits`;
      },
      get text() {
        return t`Before promotional credits expire. Credits that you bought never expire.`;
      },
    },
    low_balance: {
      get name() {
        return t`Low balance`;
      },
      get text() {
        return t`When your balance no longer covers another request like your last one.`;
      },
    },
  },
  channels: {
    get in_app() {
      return t`In Luit`;
    },
    get push() {
      return t`On your devices`;
    },
    get mail() {
      return t`Email`;
    },
  },
  get always() {
    return t`We always email you receipts for your payments, and anything that concerns the security of your account. You can’t turn these emails off.`;
  },
} as const;
