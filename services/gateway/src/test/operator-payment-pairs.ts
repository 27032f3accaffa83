import { billingCalls } from '@luit/contracts/billing/messages';
import { DisputesQuery } from '../admin/disputes/admin-disputes.dto';
import {
  DisablePromoCodeDto,
  NewPromoCodeDto,
  PromoCodesQuery,
  RedemptionsQuery,
} from '../admin/promo-codes/admin-promo-codes.dto';
import {
  AdminTransactionsQuery,
  RefundDto,
  RefundPreviewQuery,
  TransactionExportQuery,
} from '../admin/transactions/admin-transactions.dto';
import { RedeemDto } from '../promo-codes/promo-codes.dto';
import { WebhookReplayDto, WebhooksQuery } from '../admin/webhooks/admin-webhooks.dto';
import { ID, KEY, type Pair, TIME } from './dto-schema-pair';

/** The operators' lists of webhooks, disputes and transactions, and what they do there. */
export const OPERATOR_PAYMENT_PAIRS: Pair[] = [
  {
    dto: PromoCodesQuery,
    schema: billingCalls.listPromoCodes.input,
    valid: { limit: 20, cursor: ID, state: 'active', q: 'a', sort: 'code' },
    renamed: { q: 'words' },
  },
  {
    dto: NewPromoCodeDto,
    schema: billingCalls.createPromoCode.input,
    valid: {
      ...{ code: 'WELCOME50', credits: 1, startsAt: TIME, endsAt: TIME, lifetimeDays: 1, maxRedemptions: 1 },
      ...{ isForNewCustomers: true, reason: 'a reason', confirmation: '1' },
    },
    added: { adminId: ID, operatorEmail: 'a@b.co', ...KEY },
    edgeOnly: ['confirmation'],
  },
  {
    dto: DisablePromoCodeDto,
    schema: billingCalls.disablePromoCode.input,
    valid: { reason: 'a reason' },
    added: { adminId: ID, id: ID },
  },
  {
    dto: RedemptionsQuery,
    schema: billingCalls.listPromoCodeRedemptions.input,
    valid: { limit: 20, cursor: ID },
    added: { id: ID },
  },
  {
    dto: RedeemDto,
    schema: billingCalls.redeemPromoCode.input,
    valid: { code: 'WELCOME50' },
    added: { userId: ID, ...KEY },
  },
  {
    dto: WebhooksQuery,
    schema: billingCalls.listWebhooks.input,
    valid: { limit: 20, cursor: ID, outcome: 'refused', q: 'a' },
    renamed: { q: 'words' },
  },
  {
    dto: WebhookReplayDto,
    schema: billingCalls.replayWebhook.input,
    valid: { reason: 'fixed' },
    added: { id: ID, adminId: ID },
  },
  {
    dto: DisputesQuery,
    schema: billingCalls.listDisputes.input,
    valid: { limit: 20, cursor: ID, state: 'open', q: 'a' },
    renamed: { q: 'words' },
  },
  {
    dto: AdminTransactionsQuery,
    schema: billingCalls.listAllTransactions.input,
    valid: { limit: 20, cursor: ID, type: 'purchase', q: 'a', user: ID, sort: 'amount' },
    added: { ofUsers: [ID], from: TIME, to: TIME },
    renamed: { q: 'words', user: 'userId' },
  },
  {
    dto: TransactionExportQuery,
    schema: billingCalls.listAllTransactions.input,
    valid: { from: TIME, to: TIME, type: 'purchase', q: 'a', user: ID },
    added: { limit: 20, cursor: ID, ofUsers: [ID], sort: 'amount' },
    renamed: { q: 'words', user: 'userId' },
  },
  {
    dto: RefundPreviewQuery,
    schema: billingCalls.previewRefund.input,
    valid: { amount: '1' },
    added: { transactionId: 'a' },
    renamed: { amount: 'amountPaise' },
    converted: { amount: (rupees) => (typeof rupees === 'number' ? Math.round(rupees * 100) : rupees) },
  },
  {
    dto: RefundDto,
    schema: billingCalls.refundTransaction.input,
    valid: { amount: 1, reason: 'a reason', confirmation: '1' },
    added: { adminId: ID, transactionId: 'a', idempotencyKey: 'key' },
    edgeOnly: ['confirmation'],
    renamed: { amount: 'amountPaise' },
    converted: { amount: (rupees) => (typeof rupees === 'number' ? Math.round(rupees * 100) : rupees) },
  },
];
