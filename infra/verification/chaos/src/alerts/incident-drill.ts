import type { AlertKind } from '@luit/contracts/alerts/alerts';
import { mailsTo } from '@luit/smoke/mailbox';
import type { OperatorClient } from '@luit/smoke/operator-client';
import { until } from '@luit/smoke/until';
import type { TestCluster } from '../test-cluster';

/** Longer than a starting process takes on a busy machine, and than jobs wait before operators are alerted. */
export const SOON_MS = 420_000;

export interface Incident {
  /** What the subject of both mails says; null if the incident mails no one. */
  mails: RegExp | null;
  /** The kinds of alerts that are true meanwhile. */
  alerts: AlertKind[];
  start: () => Promise<unknown>;
  /** Runs once operators were told; at once for an incident that mails no one. */
  end: () => Promise<unknown>;
}

const isEnd = (subject: string) => subject.startsWith('Luit alert resolved');

/** People left behind by an incident: each query selects one kind. */
const LEFT_BEHIND = {
  'jobs that never ended': `SELECT id FROM generation.requests WHERE completed_at IS NULL`,
  'credits that are still held': `SELECT id FROM billing.holds WHERE state = 'held'`,
  'captured payments without credits or a refund': `
    SELECT id FROM billing.payments p WHERE state <> 'granted' AND state <> 'failed' AND amount_paise > (
      SELECT coalesce(sum(amount_paise), 0) FROM billing.refunds r WHERE r.payment_id = p.id AND r.state <> 'failed')`,
  'refunds that are owed': `SELECT id FROM billing.overdue_refunds`,
};

/** Plays incidents on a stack, and counts what each told operators. */
export class IncidentDrill {
  constructor(
    private readonly cluster: TestCluster,
    private readonly operator: OperatorClient,
  ) {}

  /** Asserts one alert that mails, one mail when it opens and one when it is over, no untrue alert, and that nobody is left behind. */
  async play(name: string, { mails, alerts, start, end }: Incident): Promise<void> {
    await this.untilQuiet();
    const [moment] = await this.cluster.sql<{ now: Date }>('SELECT clock_timestamp() AS now');
    const before = await this.subjects();
    const news = async () => (await this.subjects()).slice(before.length);
    await start();
    const startedAt = Date.now();
    if (mails) await until(`a mail ${mails}`, async () => (await news()).length > 0 || undefined, SOON_MS);
    const mailedAfterS = (Date.now() - startedAt) / 1_000;
    await end();
    if (mails) await until(`the end of ${name}`, async () => (await news()).some(isEnd) || undefined, SOON_MS);
    await this.untilQuiet();
    const opened = await this.cluster.sql<{ kind: AlertKind; summary: string; told: string[]; isEffect: boolean }>(
      `SELECT kind, summary, told, cause_id IS NOT NULL AS "isEffect" FROM auth.alerts WHERE opened_at >= $1 ORDER BY id`,
      [moment?.now],
    );
    const sent = await news();
    const left = await this.leftBehind();
    const figures = {
      alerts: opened.map(
        ({ kind, told, isEffect }) => `${kind}${told.length > 0 ? ' (mailed)' : ''}${isEffect ? ' (effect)' : ''}`,
      ),
      mails: sent.length,
      mailedAfterS,
      left,
    };
    process.stdout.write(`${name}: ${JSON.stringify(figures)}\n`);
    expect(opened.filter(({ kind }) => !alerts.includes(kind))).toEqual([]);
    const unrelated = sent.filter((subject) => !mails?.test(subject));
    expect({ unrelated, ends: sent.map(isEnd) }).toEqual({ unrelated: [], ends: mails ? [false, true] : [] });
    expect(left).toEqual({});
  }

  /** All alerts are closed and all jobs have ended. */
  private async untilQuiet(): Promise<void> {
    const isQuiet = async () => (await this.operator.openAlerts()).length === 0 || undefined;
    await until('all alerts to close', isQuiet, SOON_MS);
    await this.cluster.untilIdle(SOON_MS);
  }

  /** The number of people, or of violations of an invariant, by kind. */
  private async leftBehind(): Promise<Record<string, number>> {
    const counts = await this.cluster.violations();
    for (const [who, query] of Object.entries(LEFT_BEHIND)) {
      const { length } = await this.cluster.sql(query);
      if (length > 0) counts[who] = length;
    }
    return counts;
  }

  private async subjects(): Promise<string[]> {
    const mails = await mailsTo(this.cluster.stack.mailbox, this.cluster.stack.adminEmail);
    return mails.map(({ subject }) => subject).filter((subject) => subject.startsWith('Luit alert'));
  }
}
