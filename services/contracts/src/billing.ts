import type { OperatorAction } from './auth';
import type {
  AdminCreditPack,
  AdminTransactionDetails,
  AdminTransactionRow,
  Balance,
  CappedCount,
  CreditCheck,
  CreditLot,
  CreditPack,
  CreditTransaction,
  DayTotals,
  PaymentOrder,
  PaymentVerification,
  RefundReceipt,
  TransactionType,
} from './http';
import type { InvariantStatus } from './operations/invariants';
import { call, event } from './messages/message';

export type HoldState = 'held' | 'captured' | 'released' | 'tombstone';

/** One movement of a job's credits. */
export interface JobMoneyMovement {
  kind: 'hold' | 'capture' | 'release' | 'return' | 'card_refund';
  credits: number;
  /** Of a refund to the card. */
  amountPaise: number | null;
  at: string;
}

export interface Buyer {
  userId: string;
  name: string;
  email: string;
}

/** What an operator sets; each setting has a default that holds until then. */
export interface BillingSettings {
  /** Given once to each confirmed account; 0 credits for none. Days until they expire, null for never. */
  signupGrant: { credits: number; expiresInDays: number | null };
}

/** What an operator may say of a pack. */
export type PackFields = Omit<AdminCreditPack, 'id' | 'archived_at'>;

/** Sums of the ledger over all days, or over some. */
export type MoneyTotals = Omit<DayTotals, 'date'>;

export type TransactionSort = 'created_at' | '-created_at' | 'amount' | '-amount';

export interface NewVideoOrder {
  requestId: string;
  /** The order's own account. */
  accountId: string;
  /** Null for a guest. */
  buyer: Buyer | null;
  /** Where a guest wants the claim mailed, or null. */
  email: string | null;
  planId: string;
  planName: string;
  /** Seconds. */
  duration: number;
  credits: number;
}

/** A video whose credits are held on its order's account. */
export interface VideoToStart {
  requestId: string;
  accountId: string;
  credits: number;
}

export interface PaidVideo extends VideoToStart {
  /** Where a guest wants the claim mailed, or null. */
  email: string | null;
}

export type RefundReason =
  'unused_credits' | 'operator' | 'second_payment' | 'account_closed' | 'job_failed' | 'dashboard';

/** Money that Razorpay has sent back to where it came from. */
export interface PaidRefund {
  refundId: string;
  reason: RefundReason;
  amountPaise: number;
  /** Taken back with it. */
  credits: number;
  /** Who bought; null for a guest, whom generation knows by the request. */
  buyerId: string | null;
  accountId: string;
  /** Of a video that was paid for directly. */
  requestId: string | null;
}

export const billingCalls = {
  listPacks: call<Record<string, never>, { creditPacks: CreditPack[] }>('billing.listPacks'),
  getBalance: call<{ userId: string }, Balance>('billing.getBalance'),
  checkCredits: call<{ userId: string; requiredCredits: number }, CreditCheck>('billing.checkCredits'),
  listTransactions: call<
    { userId: string; limit: number; offset: number },
    { transactions: CreditTransaction[]; total: number }
  >('billing.listTransactions'),
  /** What is left of the person's credits, in the order in which it is spent. */
  listLots: call<{ userId: string }, { lots: CreditLot[] }>('billing.listLots'),
  /** Gives promotional credits; `expiresAt` null for ever. Same key and input answers the first result. */
  grantCredits: call<
    { userId: string; credits: number; description: string; expiresAt: string | null; idempotencyKey: string },
    { transactionId: string; balance: Balance }
  >('billing.grantCredits'),
  /** The document of a purchase or a money-back refund; `pdf` is base64. Of a user: `not_found` for anybody else's. */
  getInvoice: call<{ transactionId: string; userId: string | null }, { number: string; pdf: string }>(
    'billing.getInvoice',
    { timeoutMs: 10_000 },
  ),
  getSettings: call<Record<string, never>, BillingSettings>('billing.getSettings'),
  /** Changes what is named and answers all. */
  changeSettings: call<Partial<BillingSettings> & { adminId?: string }, BillingSettings>('billing.changeSettings'),
  /** Spends at once. `insufficient_credits` where the balance is too low. */
  deductCredits: call<
    { userId: string; credits: number; reason: string; idempotencyKey: string },
    { transactionId: string; balance: Balance }
  >('billing.deductCredits'),
  /** Unknown pack: `invalid_pack`. Same key and input answers the first order again. */
  createOrder: call<
    { buyer: Buyer; packId: string; idempotencyKey: string | null },
    PaymentOrder & { packName: string; credits: number }
  >('billing.createOrder', { timeoutMs: 15_000 }),
  /**
   * An order for one video, paid directly. Its credits go to an account of its own (1 credit = 1 rupee) and are held for
   * the request in the moment of payment. One order per request: asking again answers it again.
   */
  createVideoOrder: call<NewVideoOrder, PaymentOrder>('billing.createVideoOrder', { timeoutMs: 15_000 }),
  verifyPayment: call<
    { razorpayOrderId: string; razorpayPaymentId: string; signature: string },
    PaymentVerification & { video?: VideoToStart }
  >('billing.verifyPayment', { timeoutMs: 15_000 }),
  /** Stored in the inbox before it is answered; a duplicate is accepted and does nothing. `rawBody` is base64. */
  receiveWebhook: call<{ rawBody: string; signature: string; eventId: string }, { isDuplicate: boolean }>(
    'billing.receiveWebhook',
    { timeoutMs: 4_000 },
  ),
  /**
   * Gives back what the unused credits of a purchase cost, and takes them. `not_found` also for somebody else's;
   * `not_refundable` with `details.reason`.
   */
  refundPurchase: call<{ userId: string; transactionId: string; idempotencyKey: string }, RefundReceipt>(
    'billing.refundPurchase',
    { timeoutMs: 15_000 },
  ),
  /**
   * Everybody's, newest first unless sorted otherwise; `cursor` is the id of the last one seen. `words` stand in the
   * description of one of the newest 10 000, or are an id of the transaction, its order, job or payment; or they belong to
   * one of `ofUsers`.
   */
  listAllTransactions: call<
    {
      limit: number;
      cursor?: string;
      type?: TransactionType;
      userId?: string;
      words?: string;
      ofUsers?: string[];
      sort?: TransactionSort;
    },
    { items: Omit<AdminTransactionRow, 'user_email'>[]; nextCursor: string | null } & CappedCount
  >('billing.listAllTransactions'),
  /** One of anybody's, with its payment and what went back. */
  getTransaction: call<{ transactionId: string }, Omit<AdminTransactionDetails, 'user_email'>>(
    'billing.getTransaction',
  ),
  /** What each can spend now; at most 1 000 people, unknown ones are left out. */
  getCredits: call<{ userIds: string[] }, { credits: Record<string, number> }>('billing.getCredits'),
  /**
   * Makes so many credits of what can be spent, by one signed entry. `conflict` with `details.credits` where that is not
   * `expectedCredits` any more. Where nothing changes, nothing is written and `transactionId` is null. Same key and input
   * answers the first result.
   */
  adjustCredits: call<
    {
      adminId: string;
      userId: string;
      credits: number;
      expectedCredits?: number;
      reason: string;
      idempotencyKey: string;
    },
    { transactionId: string | null; balance: Balance }
  >('billing.adjustCredits'),
  /** Archived ones too. */
  listAllPacks: call<Record<string, never>, { creditPacks: AdminCreditPack[] }>('billing.listAllPacks'),
  /** `conflict` where the id is taken. */
  createPack: call<{ adminId: string; id: string } & PackFields, AdminCreditPack>('billing.createPack'),
  /** Changes what is named. An archived pack is sold no longer. `not_found`. */
  changePack: call<
    { adminId: string; id: string; changes: Partial<PackFields>; isArchived?: boolean },
    AdminCreditPack
  >('billing.changePack'),
  /** Days of Asia/Kolkata from the one to the other, both included, each with its sums; at most 1 100. */
  listDailyTotals: call<{ from: string; to: string }, { days: DayTotals[] }>('billing.listDailyTotals'),
  /** Over all days. */
  getMoneyTotals: call<Record<string, never>, MoneyTotals>('billing.getMoneyTotals'),
  /** The same by an operator, of any amount that is left, with what the lot still has of the credits it bought. */
  refundTransaction: call<
    { adminId: string; transactionId: string; amountPaise: number; idempotencyKey: string },
    RefundReceipt
  >('billing.refundTransaction', { timeoutMs: 15_000 }),
  /**
   * Places a hold on specific lots. Idempotent by `holdId` (the request's id): same input answers the first result,
   * other input is `idempotency_conflict`, a released or tombstoned hold is `conflict`. Too little: `insufficient_credits`
   * with `details.shortfall`, `details.required` and `details.available`.
   */
  holdCredits: call<
    { holdId: string; userId: string; credits: number; description: string },
    { transactionId: string; balance: Balance }
  >('billing.holdCredits'),
  /**
   * From now on holds, orders, deductions and grants are refused with `account_closed`, and a payment that still comes is
   * to be refunded. Idempotent; answers the credits that are still held for jobs.
   */
  freezeAccount: call<{ userId: string }, { held: number }>('billing.freezeAccount'),
  /** What `refundUnusedCredits` would give back now. */
  quoteUnusedCredits: call<{ userId: string }, { credits: number; amountPaise: number }>('billing.quoteUnusedCredits'),
  /**
   * Requests a refund of the unused credits of every purchase of the last 30 days; what is held for them does not lapse.
   * Idempotent: a purchase is refunded so once.
   */
  refundUnusedCredits: call<{ userId: string }, { credits: number; amountPaise: number }>(
    'billing.refundUnusedCredits',
  ),
  /** Books out what a closed account has left; `conflict` while any are held for jobs. Idempotent. */
  forfeitCredits: call<{ userId: string }, { forfeited: number }>('billing.forfeitCredits'),
  /**
   * Gives back what a job that succeeded had cost, to the lots it came from; of a video that was paid directly, to the
   * card. Once: asking again answers the same. `conflict` unless its credits were captured.
   */
  refundJob: call<{ requestId: string }, { credits: number }>('billing.refundJob'),
  /** Every movement of a job's credits, the oldest first. */
  getJobMoney: call<{ requestId: string }, { movements: JobMoneyMovement[] }>('billing.getJobMoney'),
  /** States of the holds that are known, for comparing them with their jobs; at most 500 at a time. */
  getHolds: call<{ holdIds: string[] }, { states: Record<string, HoldState> }>('billing.getHolds'),
  /** How each invariant that billing looks after stood at its last look. */
  listInvariants: call<Record<string, never>, { invariants: InvariantStatus[] }>('billing.listInvariants'),
};

export const billingEvents = {
  balanceChanged: event<{ userId: string; balance: Balance; reason: string; referenceId: string | null }>(
    'billing.balanceChanged',
    ['gateway'],
  ),
  operatorActed: event<OperatorAction>('billing.operatorActed', ['auth']),
  /** An operator gave money back; auth writes it down. */
  operatorRefunded: event<{ refundId: string; adminId: string; transactionId: string; amountPaise: number }>(
    'billing.operatorRefunded',
    ['auth'],
  ),
  /** Once per refund, at its good end; auth mails whoever paid. */
  refundPaid: event<PaidRefund>('billing.refundPaid', ['auth']),
  /** The payment of a video order, once: generation starts the job, auth mails the claim. */
  videoPaid: event<PaidVideo>('billing.videoPaid', ['generation', 'auth']),
  /**
   * A request's hold reached its end; generation shows it as the request's money. `refunded`: it was returned, and the
   * money goes back to the card that paid for this one video.
   */
  holdSettled: event<{ holdId: string; userId: string; state: 'captured' | 'returned' | 'refunded'; credits: number }>(
    'billing.holdSettled',
    ['generation'],
  ),
};
