import type { AlertCause } from '@luit/contracts/alerts/alerts';
import type { AlertSource } from '@luit/platform/alerts/alert-reporter';
import { HAS_VIOLATIONS, invariantAlerts } from '@luit/platform/alerts/invariant-alerts';
import { DeadLetters, HAS_DEAD_LETTERS } from '@luit/platform/dead-letters/dead-letters';
import { InvariantMonitor } from '@luit/platform/invariants/invariant-monitor';
import type { InvariantStatus } from '@luit/contracts/messages/invariants';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { money } from '../invoices/pdf/formats';
import { MISMATCHES } from '../payments/mismatches';
import { CAPTURED_IS_GRANTED, REPORTED_BY_CAUSE } from './billing-checks';

/** Alerts of each kind. */
const MAX_ALERTS = 20;
/** Debts of an older clawback are not reported again. */
const OWED_DAYS = 7;
const MOMENT = new Intl.DateTimeFormat('en-IN', {
  ...({ dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' } as const),
  timeZone: 'Asia/Kolkata',
});

const OPEN_DISPUTES = `disputes WHERE state = 'open'`;
/** Credits that were spent before their payment was refunded or disputed outside Luit. */
const OWED = `clawbacks c WHERE c.debt > 0 AND c.reversed_at IS NULL AND c.created_at > now() - interval '${OWED_DAYS} days'`;

/**
 * Lists billing's causes for operator alerts: mismatched, lost and disputed payments, overdue refunds, refunds of spent credits, and
 * violated invariants.
 */
@Injectable()
export class AlertCauses implements AlertSource {
  readonly name = 'billing';
  readonly mayExist = `EXISTS (SELECT FROM ${MISMATCHES}) OR EXISTS (SELECT FROM ${OPEN_DISPUTES})
    OR EXISTS (SELECT FROM ${OWED}) OR EXISTS (SELECT FROM overdue_refunds) OR ${HAS_VIOLATIONS} OR ${HAS_DEAD_LETTERS}`;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly monitor: InvariantMonitor,
    private readonly deadLetters: DeadLetters,
  ) {}

  async list(): Promise<AlertCause[]> {
    const { invariants: statuses } = await this.monitor.statuses();
    const violated = statuses.filter(({ name }) => !REPORTED_BY_CAUSE.includes(name));
    const causes = await Promise.all([
      this.mismatches(),
      this.overdueRefunds(),
      this.disputes(),
      this.owedCredits(),
      this.deadLetters.alertCauses(),
    ]);
    return [...causes.flat(), ...notGranted(statuses), ...invariantAlerts(violated)];
  }

  private async mismatches(): Promise<AlertCause[]> {
    const rows = await this.database.query<{ id: string; orderId: string; paise: string; ordered: string }[]>(
      `SELECT p.id, p.order_id AS "orderId", p.amount_paise AS paise, o.amount_paise AS ordered
         FROM ${MISMATCHES}
        ORDER BY p.created_at DESC LIMIT ${MAX_ALERTS}`,
    );
    return rows.map(({ id, orderId, paise, ordered }) => ({
      kind: 'payment_mismatch',
      subject: id,
      summary: `The payment ${id} of ${rupees(paise)} does not match its order ${orderId} of ${rupees(ordered)}.`,
      action: 'Luit has granted nothing for it. Refund the payment on the page of its order.',
      severity: 'critical',
    }));
  }

  /** The oldest overdue refunds, each as its own cause; the others share one. */
  private async overdueRefunds(): Promise<AlertCause[]> {
    const rows = await this.database.query<OverdueRefund[]>(
      `SELECT id, payment_id AS "paymentId", amount_paise AS paise, last_error AS error, created_at AS since, is_accepted AS "isAccepted",
              count(*) OVER ()::int AS count, sum(amount_paise) OVER () AS total
         FROM overdue_refunds ORDER BY created_at, id LIMIT ${MAX_ALERTS}`,
    );
    const causes = rows.map(overdueRefund);
    const [oldest] = rows;
    if (!oldest || oldest.count === rows.length) return causes;
    const others = oldest.count - rows.length;
    const total = Number(oldest.total) - rows.reduce((sum, { paise }) => sum + Number(paise), 0);
    causes.push({
      kind: 'refund_overdue',
      subject: 'others',
      summary: `${others} more refunds of ${money(total)} in total are owed and late.`,
      action: 'Fix what delays the oldest refunds, such as a low balance at Razorpay. Luit retries all of them.',
      severity: 'critical',
    });
    return causes;
  }

  /** Open disputes: the bank withholds the money until it decides, and operators have to answer in time. */
  private async disputes(): Promise<AlertCause[]> {
    const rows = await this.database.query<
      { id: string; paymentId: string; paise: string; reason: string; respondBy: Date | null }[]
    >(
      `SELECT id, payment_id AS "paymentId", amount_paise AS paise, reason, respond_by AS "respondBy"
         FROM ${OPEN_DISPUTES} ORDER BY respond_by, id LIMIT ${MAX_ALERTS}`,
    );
    return rows.map(({ id, paymentId, paise, reason, respondBy }) => ({
      kind: 'payment_disputed',
      subject: id,
      summary: `A customer disputes ${rupees(paise)} of the payment ${paymentId} (${reason.replaceAll('_', ' ')}). Luit has clawed back its credits.`,
      action: respondBy
        ? `Respond in Razorpay’s dashboard by ${moment(respondBy)}, or accept the dispute there.`
        : 'Respond in Razorpay’s dashboard, or accept the dispute there.',
      severity: 'critical',
    }));
  }

  /** Accounts that spent credits of a payment that was later refunded or disputed outside Luit, and still owe these credits. */
  private async owedCredits(): Promise<AlertCause[]> {
    const rows = await this.database.query<{ userId: string; owed: number; paymentIds: string }[]>(
      `SELECT a.user_id AS "userId", a.receivable::int AS owed, string_agg(DISTINCT c.payment_id, ', ') AS "paymentIds"
         FROM accounts a JOIN (SELECT user_id, payment_id FROM ${OWED}) c ON c.user_id = a.user_id
        WHERE a.receivable > 0
        GROUP BY a.user_id, a.receivable ORDER BY a.receivable DESC LIMIT ${MAX_ALERTS}`,
    );
    return rows.map(({ userId, owed, paymentIds }) => ({
      kind: 'credits_owed',
      subject: userId,
      summary: `The account ${userId} owes ${owed} credits: they were spent before ${paymentIds} was refunded or disputed.`,
      action: 'Check the account for fraud. Its next credits automatically repay the debt.',
      severity: 'warning',
    }));
  }
}

interface OverdueRefund {
  id: string;
  paymentId: string;
  paise: string;
  error: string | null;
  since: Date;
  isAccepted: boolean;
  /** The number of all overdue refunds. */
  count: number;
  /** Paise of all overdue refunds. */
  total: string;
}

function overdueRefund({ id, paymentId, paise, error, since, isAccepted }: OverdueRefund): AlertCause {
  const what = `The refund of ${rupees(paise)} for the payment ${paymentId}, requested on ${moment(since)},`;
  return {
    kind: 'refund_overdue',
    subject: id,
    summary: isAccepted
      ? `${what} was accepted by Razorpay, but the bank has not paid it within ten days.`
      : `${what} is owed and not paid: ${error ?? 'no attempt has ended'}.`,
    action: isAccepted
      ? 'Ask Razorpay’s support about this refund.'
      : 'Check the balance and the refund in Razorpay’s dashboard. Luit retries at least once an hour; retry now on the page of the order.',
    severity: 'critical',
  };
}

/** Captured payments without a known order, so that nothing was granted. */
function notGranted(statuses: InvariantStatus[]): AlertCause[] {
  const { violations = 0, samples = [] } = statuses.find(({ name }) => name === CAPTURED_IS_GRANTED) ?? {};
  if (violations === 0) return [];
  return samples.map((id) => ({
    kind: 'payment_not_granted',
    subject: id,
    summary: `Razorpay captured the payment ${id}, but Luit knows neither its order nor its buyer.`,
    action: 'Look up the payment in Razorpay’s dashboard, and refund it there.',
    severity: 'critical',
  }));
}

function rupees(paise: string): string {
  return money(Number(paise));
}

/** For example 5 Dec 2026, 08:09 IST, as on the page of disputes. */
function moment(time: Date): string {
  return `${MOMENT.format(time)} IST`;
}
