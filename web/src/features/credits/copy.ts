import { t } from '@lingui/core/macro';

export const creditsCopy = {
  get title() {
    return t`Credit Vault`;
  },
  welcome: (name: string) => t`Welcome, ${name}`,
  get lead() {
    return t`Your credit balance and transaction history.`;
  },
  get balanceLabel() {
    return t`Available credits`;
  },
  get lots() {
    return t`Balance breakdown`;
  },
  get lotsFailed() {
    return t`We couldn’t refresh the breakdown.`;
  },
  get neverExpire() {
    return t`Never expire`;
  },
  expire: (day: string) => t`Expire on ${day}`,
  neverExpireHeld: (credits: string) => t`Never expire, ${credits} held`,
  expireHeld: (day: string, credits: string) => t`Expire on ${day}, ${credits} held`,
  get buyCredits() {
    return t`Buy credits`;
  },
  get history() {
    return t`Transaction history`;
  },
  get transactions() {
    return t`Transactions`;
  },
  balanceAfter: (balance: string) => t`Balance ${balance}`,
  get refresh() {
    return t`Refresh`;
  },
  get loading() {
    return t`Loading transactions...`;
  },
  get empty() {
    return t`No transactions yet`;
  },
  get emptyHint() {
    return t`Your purchases, videos and refunds will appear here.`;
  },
  get failed() {
    return t`We couldn’t load your transactions`;
  },
  stale: (time: string) => t`Could not refresh, showing data from ${time}`,
  get retry() {
    return t`Retry`;
  },
  get more() {
    return t`Show more`;
  },
  get moreFailed() {
    return t`We couldn’t load older transactions. Please try again.`;
  },
  shown: (rows: string, total: string) => t`${rows} of ${total}`,
  documents: {
    invoice: {
      get name() {
        return t`Invoice`;
      },
      of: (transaction: string) => t`Invoice: ${transaction}`,
      failed: (reason: string) => t`Invoice download failed: ${reason}`,
    },
    receipt: {
      get name() {
        return t`Receipt`;
      },
      of: (transaction: string) => t`Receipt: ${transaction}`,
      failed: (reason: string) => t`Receipt download failed: ${reason}`,
    },
    creditNote: {
      get name() {
        return t`Credit note`;
      },
      of: (transaction: string) => t`Credit note: ${transaction}`,
      failed: (reason: string) => t`Credit note download failed: ${reason}`,
    },
  },
  kinds: {
    get promoCode() {
      return t`Promotional code`;
    },
    get refund() {
      return t`Refund`;
    },
    get purchase() {
      return t`Purchase`;
    },
    get restoration() {
      return t`Photo restoration`;
    },
    get video() {
      return t`Video generation`;
    },
    get other() {
      return t`Other`;
    },
  },
  statuses: {
    get pending() {
      return t`Pending`;
    },
    get completed() {
      return t`Completed`;
    },
    get reversed() {
      return t`Reversed`;
    },
  },
  get refund() {
    return t`Refund unused credits`;
  },
  refundOf: (transaction: string) => t`Refund unused credits: ${transaction}`,
  get refundTitle() {
    return t`Refund unused credits`;
  },
  get refundMoney() {
    return t`Refunded to your payment method`;
  },
  get refundCredits() {
    return t`Removed from your balance`;
  },
  refundTerms: (until: string) =>
    t`Available until ${until} for credits that aren’t used or held. Banks usually take 5-7 business days.`,
  refundConfirm: (amount: string) => t`Refund ${amount}`,
  get refundDone() {
    return t`Refund requested`;
  },
  refundOnItsWay: (amount: string) => t`${amount} is on its way to your original payment method.`,
  orderId: (id: string) => t`Order ID: ${id}`,
  refunded: (amount: string, isPending: boolean) =>
    isPending ? t`${amount} is being refunded` : t`${amount} refunded`,
  get close() {
    return t`Close`;
  },
  get dialogTitle() {
    return t`Buy credits`;
  },
  get dialogLead() {
    return t`Purchased credits never expire.`;
  },
  get choosePack() {
    return t`Choose a pack`;
  },
  get popular() {
    return t`Popular`;
  },
  packPrice: (credits: string, creditPrice: string) => t`${credits} at ${creditPrice} each`,
  get packsFailed() {
    return t`We couldn’t load the credit packs.`;
  },
  pay: (price: string) => t`Pay ${price}`,
} as const;

export const TRANSACTIONS_PER_PAGE = 50;
