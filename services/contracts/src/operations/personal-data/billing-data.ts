import type { SchemaDeclaration } from './declarations';

/** Every column of the schema `billing`. */
export const billingData = {
  accounts: {
    purpose: 'keep balances',
    personal: { user_id: 'account', available: 'payment', held: 'payment', receivable: 'payment' },
    other: 'closed_at created_at',
  },
  api_key_budgets: {
    purpose: 'limit what programs spend',
    personal: { user_id: 'account' },
    other: 'key_id monthly_credits total_credits created_at',
  },
  api_key_exhausted_budgets: { other: 'id key_id month created_at' },
  api_key_months: { other: 'id key_id month used' },
  approvals: {
    purpose: 'have a second operator approve actions',
    personal: {
      requested_by: 'operator',
      requested_by_email: 'contact',
      action: 'message',
      preview: 'message',
      reason: 'writing',
      decided_by: 'operator',
      decided_by_email: 'contact',
      decision_reason: 'writing',
      failure: 'message',
    },
    other: 'id idempotency_key state requested_at expires_at decided_at attempts next_attempt_at',
  },
  clawback_lots: { other: 'clawback_id lot_id credits' },
  clawbacks: {
    purpose: 'take credits back',
    personal: { user_id: 'account', payment_id: 'payment', taken: 'payment', debt: 'payment' },
    other: 'id transfer_id created_at reversed_at',
  },
  credit_expiry_notices: {
    purpose: 'tell users that credits expire',
    personal: { user_id: 'account' },
    other: 'id expires_on created_at',
  },
  credit_packs: { other: 'id name credits price_paise is_popular description savings_percent position archived_at' },
  daily_total_deltas: { other: 'day payments captured_paise refunded_paise credits_sold credits_used' },
  daily_totals: { other: 'day payments captured_paise refunded_paise credits_sold credits_used' },
  dead_letters: {
    purpose: 'repeat messages that could not be handled',
    personal: { payload: 'message', options: 'message', error: 'message' },
    other: 'id source kind name entry_id correlation reason attempts first_seen_at set_aside_at replayed_at',
  },
  debt_repayments: {
    purpose: 'repay debts',
    personal: { user_id: 'account', credits: 'payment' },
    other: 'transfer_id lot_id returned',
  },
  disputes: {
    purpose: 'answer disputes of payments',
    personal: {
      payment_id: 'payment',
      user_id: 'account',
      amount_paise: 'payment',
      credits: 'payment',
      reason: 'message',
    },
    other: 'id clawback_id state phase respond_by created_at settled_at',
  },
  hold_lots: { other: 'hold_id lot_id credits' },
  holds: {
    purpose: 'charge for requests',
    personal: { user_id: 'account', credits: 'payment' },
    other: 'id state transfer_id api_key_id created_at settled_at',
  },
  inbox: { other: 'event_id handled_at' },
  invariant_passes: { other: 'name last_key started_at finished_at checked_at violating' },
  invariants: { other: 'name invariant violations repaired samples checked_at broken_since' },
  invoice_series: { other: 'kind financial_year last_number' },
  invoices: {
    purpose: 'issue invoices',
    personal: {
      payment_id: 'payment',
      user_id: 'account',
      description: 'payment',
      total_paise: 'payment',
      place_of_supply: 'payment',
      buyer: 'payment',
    },
    other:
      'id kind financial_year sequence_number number transaction_id corrected_invoice_id refund_id credits taxable_paise cgst_paise sgst_paise igst_paise rate_basis_points seller paid_at issued_at',
  },
  lots: {
    purpose: 'keep balances',
    personal: { user_id: 'account', credits: 'payment', payment_id: 'payment' },
    other: 'id kind remaining held expires_at announced_expires_at transfer_id created_at',
  },
  low_balance_check: { other: 'is_only checked_until' },
  low_balances: {
    purpose: 'tell users that their balance is low',
    personal: { user_id: 'account' },
    other: 'notice_id since',
  },
  order_keys: {
    purpose: 'repeat requests safely',
    personal: { user_id: 'account' },
    other: 'idempotency_key order_id',
  },
  orders: {
    purpose: 'sell credits and single videos',
    personal: {
      user_id: 'account',
      buyer_id: 'account',
      guest_email: 'contact',
      terms_version: 'choices',
      privacy_version: 'choices',
      credits: 'payment',
      amount_paise: 'payment',
      razorpay_order_id: 'payment',
    },
    other: 'id kind request_id state pack_id pack_name currency receipt poll_count next_poll_at created_at updated_at',
  },
  outbox: {
    purpose: 'deliver messages between services',
    personal: { payload: 'message', options: 'message' },
    other: 'seq id kind name correlation created_at relayed_at',
  },
  payments: {
    purpose: 'take payments',
    personal: { id: 'payment', amount_paise: 'payment' },
    other: 'order_id currency state source transaction_id invoice_id invoice_due_at created_at updated_at',
  },
  promo_code_redemptions: {
    purpose: 'grant credits for codes',
    personal: { user_id: 'account' },
    other: 'promo_code_id transfer_id idempotency_key',
  },
  promo_codes: {
    purpose: 'grant credits for codes',
    personal: {
      reason: 'writing',
      created_by: 'operator',
      created_by_email: 'contact',
      approved_by_email: 'contact',
      disabled_reason: 'writing',
    },
    other:
      'id code credits starts_at ends_at lifetime_days max_redemptions redemptions is_for_new_customers idempotency_key created_at disabled_at',
  },
  refunds: {
    purpose: 'refund payments',
    personal: {
      payment_id: 'payment',
      user_id: 'account',
      reason: 'writing',
      amount_paise: 'payment',
      credits: 'payment',
      body: 'payment',
      razorpay_refund_id: 'payment',
      last_error: 'message',
    },
    other:
      'id state transfer_id idempotency_key input_hash attempts next_attempt_at credit_note_id credit_note_due_at created_at settled_at',
  },
  relay_state: { other: 'only_row redis_generation' },
  settings: { other: 'key value updated_at' },
  test_credit_days: {
    purpose: 'grant credits for tests',
    personal: { user_id: 'account' },
    other: 'day',
  },
  transactions: {
    purpose: 'show users what they bought and spent',
    personal: {
      user_id: 'account',
      amount: 'payment',
      description: 'payment',
      amount_paise: 'payment',
      balance_after: 'payment',
      held_after: 'payment',
    },
    other: 'id seq type reference_id hold_id created_at',
  },
  transfers: {
    purpose: 'keep the ledger',
    personal: { user_id: 'account', amount: 'payment' },
    other: 'id debit credit state pending_id kind reference idempotency_key input_hash created_at',
  },
  unapproved_amounts: {
    purpose: 'limit what operators do alone',
    personal: { admin_id: 'operator', user_id: 'account', amount: 'payment' },
    other: 'unit reference recorded_at',
  },
  webhook_events: {
    purpose: 'learn of payments, refunds and disputes',
    personal: { facts: 'payment', body: 'payment', payment_id: 'payment', razorpay_order_id: 'payment' },
    other: 'id source event_id type outcome reason received_at replayed_at',
  },
} as const satisfies SchemaDeclaration;
