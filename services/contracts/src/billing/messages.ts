import { z } from 'zod';
import { operatorAction } from '../auth/audit-log';
import { empty, id } from '../messages/fields';
import { call, event, push } from '../messages/message';
import { invariantStatus } from '../messages/invariants';
import { accountFreezeCalls } from './account-deletion';
import { apiKeyBudgetCalls, apiKeyBudgetEvents } from './api-key-budgets';
import { approvalCalls } from './approvals';
import { balance, balanceCalls } from './balances';
import { creditNoticeCalls, creditNoticeEvents } from './credit-notices';
import { dailyTotalsCalls } from './daily-totals';
import { disputeCalls } from './disputes';
import { holdCalls } from './holds';
import { jobMoneyCalls } from './job-money';
import { orderStatementCalls } from './order-statements';
import { orderSearchCalls } from './order-search';
import { orderCalls } from './orders';
import { packCalls } from './packs';
import { paymentCalls, paymentEvents } from './payments';
import { promoCodeCalls } from './promo-codes';
import { receiptCalls, receiptEvents } from './receipts';
import { refundCalls, refundEvents } from './refunds';
import { settingsCalls } from './settings';
import { transactionCalls } from './transactions';
import { unapprovedAmountCalls } from './unapproved-amounts';
import { webhookEventCalls } from './webhook-events';

export const billingCalls = {
  ...accountFreezeCalls,
  ...apiKeyBudgetCalls,
  ...approvalCalls,
  ...balanceCalls,
  ...creditNoticeCalls,
  ...dailyTotalsCalls,
  ...disputeCalls,
  ...holdCalls,
  ...jobMoneyCalls,
  ...orderCalls,
  ...orderStatementCalls,
  ...orderSearchCalls,
  ...packCalls,
  ...paymentCalls,
  ...promoCodeCalls,
  ...receiptCalls,
  ...refundCalls,
  ...settingsCalls,
  ...transactionCalls,
  ...unapprovedAmountCalls,
  ...webhookEventCalls,
  /** The latest result of each invariant that billing checks. */
  listInvariants: call('billing.listInvariants', {
    isForOperators: true,
    input: empty,
    output: z.object({ invariants: z.array(invariantStatus) }),
  }),
};

export const billingEvents = {
  ...apiKeyBudgetEvents,
  ...creditNoticeEvents,
  ...paymentEvents,
  ...receiptEvents,
  ...refundEvents,
  operatorActed: event('billing.operatorActed', ['auth'], operatorAction),
  /**
   * A request's hold was settled; generation shows it as the request's money. `refunded`: it was returned, and the money
   * goes back to the card that paid for this one video.
   */
  holdSettled: event(
    'billing.holdSettled',
    ['generation'],
    z.object({
      holdId: id,
      state: z.enum(['captured', 'returned', 'refunded']),
      userId: id,
      credits: z.number(),
    }),
  ),
};

export const billingPushes = {
  balanceChanged: push(
    'billing.balanceChanged',
    z.object({ userId: id, balance, reason: z.string(), referenceId: z.string().nullable() }),
  ),
};
