import { t } from '@lingui/core/macro';

export const balanceCopy = {
  label: (credits: string) => t`Credit balance: ${credits}`,
  labelFailed: (credits: string) => t`Credit balance: ${credits} (Couldn’t load your balance)`,
  heldHint: (heldCredits: string) =>
    t`${heldCredits} held for jobs in progress. They’re spent if the job succeeds and returned if it fails.`,
  get balanceFailed() {
    return t`Couldn’t load your balance`;
  },
  get balanceFailedSentence() {
    return t`Couldn’t load your balance.`;
  },
  get balanceNow() {
    return t`Current balance`;
  },
  get missing() {
    return t`Missing credits`;
  },
  get keepsDraft() {
    return t`What you entered is kept while you pay.`;
  },
  get buyMore() {
    return t`See all packs`;
  },
  buyPack: (name: string, price: string) => t`Buy ${name} for ${price}`,
  get payOnce() {
    return t`Pay once for this video`;
  },
} as const;

export const noticeCopy = {
  get label() {
    return t`About your credits`;
  },
  expiring: (credits: string, time: string) => t`${credits} will expire soon. Use them before ${time}.`,
  get create() {
    return t`Create a video`;
  },
  low: (left: string, needed: string) => t`You have ${left} left. Your last request needed ${needed}.`,
  get buy() {
    return t`Buy credits`;
  },
} as const;

export const redeemCopy = {
  get title() {
    return t`Have a code?`;
  },
  get label() {
    return t`Promotional code`;
  },
  get redeem() {
    return t`Redeem`;
  },
  get missing() {
    return t`Enter a code`;
  },
  get failed() {
    return t`We couldn’t redeem this code. Please try again.`;
  },
  added: (credits: string, code: string) => t`${credits} added with ${code}.`,
  addedUntil: (credits: string, code: string, day: string) => t`${credits} added with ${code}. They expire on ${day}.`,
} as const;
