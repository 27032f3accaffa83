import type { AlertCause } from '@luit/contracts/alerts/alerts';
import type { AlertSource } from '@luit/platform/alerts/alert-reporter';
import { HAS_VIOLATIONS, invariantAlerts } from '@luit/platform/alerts/invariant-alerts';
import { DeadLetters, HAS_DEAD_LETTERS } from '@luit/platform/dead-letters/dead-letters';
import { InvariantMonitor } from '@luit/platform/invariants/invariant-monitor';
import type { InvariantStatus } from '@luit/contracts/operations/invariants';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { money } from '../invoices/pdf/formats';
import { CAPTURED_IS_GRANTED } from './billing-checks';

/** Alerts of each kind. */
const MAX_ALERTS = 20;
/** Debts of an older clawback are no news. */
const OWED_DAYS = 7;
const MOMENT = new Intl.DateTimeFormat('en-IN', {
  ...({ dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' } as const),
  timeZone: 'Asia/Kolkata',
});

/** Mismatched payments that are neither granted nor fully refunded. */
const MISMATCHES = `
  payments p JOIN orders o ON o.id = p.order_id
   WHERE p.state = 'mismatch' AND p.amount_paise > (SELECT coalesce(sum(r.amount_paise), 0) FROM refunds r
           WHERE r.payment_id = p.id AND r.state <> 'failed')`;
const OPEN_DISPUTES = `disputes WHERE state = 'open'`;
/** Credits that were spent before their payment was refunded or disputed outside Luit. */
const OWED = `clawbacks c WHERE c.debt > 0 AND c.reversed_at IS NULL AND c.created_at > now() - interval '${OWED_DAYS} days'`;

/** Lists billing's causes for operator alerts: mismatched and disputed payments, refunds of spent credits, and violated invariants. */
@Injectable()
export class AlertCauses implements AlertSource {
  readonly name = 'billing';
  readonly mayExist = `EXISTS (SELECT FROM ${MISMATCHES}) OR EXISTS (SELECT FROM ${OPEN_DISPUTES})
    OR EXISTS (SELECT FROM ${OWED}) OR ${HAS_VIOLATIONS} OR ${HAS_DEAD_LETTERS}`;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly monitor: InvariantMonitor,
    private readonly deadLetters: DeadLetters,
  ) {}

  async list(): Promise<AlertCause[]> {
    const statuses = await this.withoutHandled(await this.monitor.statuses());
    const kindOf = (name: string) => (name === CAPTURED_IS_GRANTED ? 'payment_not_granted' : undefined);
    const causes = [this.mismatches(), this.disputes(), this.owedCredits(), this.deadLetters.alertCauses()];
    return [...(await Promise.all(causes)).flat(), ...invariantAlerts(statuses, kindOf)];
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
      action: 'Luit has granted no credits for it. Refund the payment in Razorpay’s dashboard.',
      severity: 'critical',
    }));
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

  /** Accounts that spent credits of a payment which was then refunded or disputed outside Luit, and still owe them. */
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

  /** The check of captured payments runs rarely. A mismatch that was refunded since its last run is no violation anymore. */
  private async withoutHandled(statuses: InvariantStatus[]): Promise<InvariantStatus[]> {
    const status = statuses.find(({ name }) => name === CAPTURED_IS_GRANTED);
    if (!status || status.violations === 0) return statuses;
    const handled = await this.database.query<{ id: string }[]>(
      `SELECT p.id FROM payments p WHERE p.id = ANY ($1) AND (p.state NOT IN ('mismatch', 'failed')
          OR p.amount_paise <= (SELECT coalesce(sum(r.amount_paise), 0) FROM refunds r
               WHERE r.payment_id = p.id AND r.state <> 'failed'))`,
      [status.samples],
    );
    const ids = new Set(handled.map(({ id }) => id));
    const samples = status.samples.filter((id) => !ids.has(id));
    const current = { ...status, samples, violations: status.violations - ids.size };
    return statuses.map((each) => (each === status ? current : each));
  }
}

function rupees(paise: string): string {
  return money(Number(paise));
}

/** For example 5 Dec 2026, 08:09 IST, as on the page of disputes. */
function moment(time: Date): string {
  return `${MOMENT.format(time)} IST`;
}
