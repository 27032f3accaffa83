import { billingCalls } from '@luit/contracts/billing/messages';
import type { OrderLine, OrderRefund, OrderStatement } from '@luit/contracts/billing/order-statements';
import { LuitError } from '@luit/contracts/errors';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { isUuid } from '@luit/platform/database/is-uuid';
import { type WithDates, withIsoTimes } from '@luit/platform/database/iso-times';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { BILLING_CONFIG, type BillingConfig } from '../config';
import { MATCHING_ORDERS } from '../orders/matching-orders';
import { OrderEntity } from '../orders/order.entity';
import { ATTEMPT_COLUMNS, type AttemptTime } from '../refunds/refund-attempts';
import { type Lot, readUses } from './credit-lines';
import { readPaymentLines } from './payment-lines';

const FIND = `${MATCHING_ORDERS}
  UNION SELECT p.order_id FROM clawbacks c JOIN payments p ON p.id = c.payment_id WHERE c.transfer_id = $1
  LIMIT 1`;

/** Compiles the statement of one order from its rows, for operators. */
@Injectable()
export class OrderStatementsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(BILLING_CONFIG) private readonly config: BillingConfig,
  ) {}

  /** Everything is read from one snapshot, so that the lines add up to the sums. @throws LuitError `not_found` */
  @OnCall(billingCalls.getOrderStatement)
  get({ reference }: RequestOf<typeof billingCalls.getOrderStatement>): Promise<OrderStatement> {
    return this.database.transaction('REPEATABLE READ', async (manager) => {
      const orderId = await findOrderId(manager, reference);
      if (orderId === null) throw new LuitError('not_found', 'Order not found');
      return this.compile(manager, await manager.findOneByOrFail(OrderEntity, { id: orderId }));
    });
  }

  private async compile(manager: EntityManager, order: OrderEntity): Promise<OrderStatement> {
    const payments = await readPaymentLines(manager, order.id);
    const money = await readMoney(manager, order.id);
    const [lot]: (Lot & Grant)[] = await manager.query(LOT, [order.id]);
    const uses = lot ? await readUses(manager, lot) : null;
    const { sums } = uses ?? {};
    const known = {
      unspent: lot?.remaining ?? 0,
      heldForJobs: sums?.heldForJobs ?? 0,
      heldForRefunds: money.creditsPending,
      captured: sums?.captured ?? 0,
      refunded: money.creditsRefunded,
      clawedBack: sums?.clawedBack ?? 0,
      debtRepaid: sums?.debtRepaid ?? 0,
      forfeited: sums?.forfeited ?? 0,
    };
    const granted = lot?.credits ?? 0;
    const { captured, refunded, pending, disputed, lost } = money;
    return {
      orderId: order.id,
      kind: order.kind,
      state: order.state,
      name: order.packName,
      amountPaise: order.amountPaise,
      currency: order.currency,
      credits: order.credits,
      createdAt: order.createdAt.toISOString(),
      razorpayOrderId: order.razorpayOrderId,
      payment: lot ? { id: lot.payment_id, source: lot.source } : null,
      transactionId: lot?.transaction_id ?? null,
      requestId: order.requestId,
      accountId: order.userId,
      buyerId: lotOwner(order, money.buyerId),
      pollCount: order.pollCount,
      nextPollAt: money.nextPollAt?.toISOString() ?? null,
      money: {
        capturedPaise: captured,
        refundedPaise: refunded,
        refundPendingPaise: pending,
        disputedPaise: disputed,
        lostPaise: lost,
        keptPaise: captured - refunded - pending - disputed - lost,
      },
      creditSums: {
        granted,
        ...known,
        unattributed: granted - Object.values(known).reduce((sum, credits) => sum + credits, 0),
      },
      lines: [...payments, ...(uses?.lines ?? [])].map(withIsoTimes).sort(byTime),
      isCutOff: sums !== undefined && (sums.isFull || sums.isLong),
      webhookDays: this.config.retentionDays['billing.webhook_events'],
      refundIds: payments.filter(({ kind }) => kind === 'refund_requested').map((line) => line.reference),
      refunds: await readRefunds(manager, order.id),
      unmatchedPayments: await readUnmatched(manager, order.id),
    };
  }
}

interface Grant {
  payment_id: string;
  transaction_id: string;
  source: 'verify' | 'webhook' | 'poller';
}

const LOT = `
  SELECT l.id, l.user_id, t.seq, l.credits::float8, l.remaining::float8, p.id AS payment_id, p.transaction_id, p.source
    FROM payments p JOIN lots l ON l.payment_id = p.id JOIN transactions t ON t.id = p.transaction_id
   WHERE p.order_id = $1 AND p.state = 'granted'`;

interface Money {
  buyerId: string | null;
  nextPollAt: Date | null;
  captured: number;
  refunded: number;
  pending: number;
  disputed: number;
  lost: number;
  creditsPending: number;
  creditsRefunded: number;
}

/** Amounts in another currency, which do not match the order, cannot be added to its own. */
const IS_MONEY_OF_ORDER = 'p.order_id = o.id AND p.currency = o.currency';

/**
 * Sums come from the rows themselves, not from the lines. A payment that does not match the order is also kept until it is refunded.
 * Credits of a refund that Razorpay reported are clawbacks.
 */
async function readMoney(manager: EntityManager, orderId: string): Promise<Money> {
  const [row]: Money[] = await manager.query(
    `SELECT o.buyer_id AS "buyerId", o.next_poll_at AS "nextPollAt",
            (SELECT coalesce(sum(amount_paise), 0)::float8 FROM payments p WHERE ${IS_MONEY_OF_ORDER} AND state <> 'failed') AS captured,
            back.refunded, back.pending, back."creditsPending", back."creditsRefunded", contested.disputed, contested.lost
       FROM orders o,
            LATERAL (SELECT coalesce(sum(r.amount_paise) FILTER (WHERE r.state = 'processed'), 0)::float8 AS refunded,
                            coalesce(sum(r.amount_paise) FILTER (WHERE r.state = 'requested'), 0)::float8 AS pending,
                            coalesce(sum(r.credits) FILTER (WHERE r.state = 'requested' AND r.transfer_id IS NOT NULL AND r.returned_at IS NULL), 0)::float8 AS "creditsPending",
                            coalesce(sum(r.credits) FILTER (WHERE r.transfer_id IS NOT NULL AND (r.state = 'processed' OR r.state = 'requested' AND r.returned_at IS NOT NULL)), 0)::float8
                              AS "creditsRefunded"
                       FROM payments p JOIN refunds r ON r.payment_id = p.id WHERE ${IS_MONEY_OF_ORDER}) back,
            LATERAL (SELECT coalesce(sum(d.amount_paise) FILTER (WHERE d.state = 'open'), 0)::float8 AS disputed,
                            coalesce(sum(d.amount_paise) FILTER (WHERE d.state = 'lost'), 0)::float8 AS lost
                       FROM payments p JOIN disputes d ON d.payment_id = p.id WHERE ${IS_MONEY_OF_ORDER}) contested
      WHERE o.id = $1`,
    [orderId],
  );
  if (!row) throw new Error('The order disappeared');
  return row;
}

/** More refunds of one order than anyone makes. */
const MAX_REFUNDS = 200;

async function readRefunds(manager: EntityManager, orderId: string): Promise<OrderRefund[]> {
  const rows = await manager.query<WithDates<OrderRefund, AttemptTime>[]>(
    `SELECT r.id, r.payment_id AS "paymentId", r.reason, r.amount_paise::float8 AS "amountPaise", ${ATTEMPT_COLUMNS}
       FROM payments p JOIN refunds r ON r.payment_id = p.id WHERE p.order_id = $1 ORDER BY r.id LIMIT ${MAX_REFUNDS}`,
    [orderId],
  );
  return rows.map(withIsoTimes);
}

/** Captured payments that do not match the order, with their remaining amounts. */
async function readUnmatched(
  manager: EntityManager,
  orderId: string,
): Promise<NonNullable<OrderStatement['unmatchedPayments']>> {
  return manager.query(
    `SELECT id, refundable_paise(id)::float8 AS "amountPaise", currency FROM payments
      WHERE order_id = $1 AND state = 'mismatch' AND refundable_paise(id) > 0 ORDER BY created_at, id`,
    [orderId],
  );
}

/** A pack belongs to the account that receives its credits; a video belongs to its buyer, who may be a guest. */
function lotOwner({ kind, userId }: OrderEntity, buyerId: string | null): string | null {
  return kind === 'pack' ? userId : buyerId;
}

function byTime(one: OrderLine, other: OrderLine): number {
  return one.at < other.at ? -1 : one.at > other.at ? 1 : 0;
}

/** The order that matches a reference; every lookup uses an index. */
async function findOrderId(manager: EntityManager, reference: string): Promise<string | null> {
  const [row] = await manager.query<{ id: string }[]>(FIND, [isUuid(reference) ? reference : null, reference]);
  return row?.id ?? null;
}
