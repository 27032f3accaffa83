import { alertCalls } from '@luit/contracts/alerts/alerts';
import { DEFAULT_REPORT_LIMIT_HOURS } from '@luit/contracts/auth/content-report-limits';
import { authCalls } from '@luit/contracts/auth/messages';
import { TAKEDOWN_KINDS, type TakedownKind } from '@luit/contracts/auth/takedown-kinds';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { quarterOf } from '@luit/contracts/messages/quarters';
import { startFakeService } from '@luit/platform/testing/services';
import { AlertsService } from '../../notices/alerts/alerts.service';
import { DueReports } from '../../notices/alerts/due-reports';
import { type AuthTestApp, startAuthTestApp } from '../../test/auth-test-app';
import { DatabaseClock } from '../../test/database-clock';

const HOUR_MS = 3_600_000;
const IST_MS = 5.5 * HOUR_MS;

/** Days of reports in the time of the database. */
describe('the time to decide a report', () => {
  let app: AuthTestApp;
  let clock: DatabaseClock;
  let generation: { close(): Promise<void> };
  let adminId: string;

  beforeAll(async () => {
    app = await startAuthTestApp();
    clock = await DatabaseClock.start(app);
    generation = await startFakeService('generation', app.redis.url, {
      [operationsCalls.countTakedowns.name]: () => ({ kinds: [] }),
    });
    [{ id: adminId } = { id: '' }] = await app.rows<{ id: string }>('SELECT id FROM admins');
  });
  afterAll(async () => {
    await clock.close();
    await generation.close();
    await app.close();
  });

  const post = async (kind: TakedownKind) => {
    const input = { kind, target: 'a', text: 'b', email: 'asha@example.com' };
    return app.calls.call(authCalls.postContentReport, input);
  };
  const decide = async (number: string) => {
    const [row] = await app.rows<{ id: string }>('SELECT id FROM content_reports WHERE number = $1', [number]);
    const decision = { adminId, reportId: row!.id, decision: 'rejected', answer: 'It is satire' } as const;
    return app.calls.call(authCalls.decideContentReport, decision);
  };
  /** The alerts that are open once auth has looked at its reports, as it does every few seconds. */
  const openAlerts = async () => {
    const causes = await app.resolve(DueReports).alertCauses();
    await app.resolve(AlertsService).report({ source: 'auth', causes });
    const { items } = await app.calls.call(alertCalls.listAlerts, { limit: 50, isOpen: true });
    return items.filter(({ kind }) => kind === 'content_reports_due').map(({ subject }) => subject);
  };
  const mailed = async (summary: string) => {
    const found = await app.rows<{ count: number }>(
      `SELECT count(*)::int AS count FROM mails WHERE kind = 'alert' AND details::text LIKE '%' || $1 || '%'`,
      [summary],
    );
    return found[0]!.count;
  };

  it.each(TAKEDOWN_KINDS)(
    'a report of the kind %s alerts when half of its time has passed, and again when it is overdue',
    async (kind) => {
      const start = clock.now;
      const limit = DEFAULT_REPORT_LIMIT_HOURS[kind] * HOUR_MS;
      const { number, receivedAt, dueAt } = await post(kind);
      expect([Date.parse(receivedAt), Date.parse(dueAt)]).toEqual([start, start + limit]);
      await clock.advanceTo(start + limit / 2 - 1);
      expect(await openAlerts()).toEqual([]);
      const before = [await mailed('Half of the time'), await mailed('has passed.')];
      await clock.advanceTo(start + limit / 2);
      expect(await openAlerts()).toEqual(['half_way']);
      expect(await mailed('Half of the time')).toBeGreaterThan(before[0]!);
      await clock.advanceTo(start + limit - 1);
      expect(await openAlerts()).toEqual(['half_way']);
      await clock.advanceTo(start + limit);
      expect(await openAlerts()).toEqual(['overdue']);
      expect(await mailed('has passed.')).toBeGreaterThan(before[1]!);
      await decide(number);
      expect(await openAlerts()).toEqual([]);
    },
  );

  it('a decision in the last millisecond is in time, and one a millisecond later is late', async () => {
    const { dueAt } = await post('order').then(async (receipt) => {
      await clock.advanceTo(Date.parse(receipt.dueAt));
      await decide(receipt.number);
      return receipt;
    });
    expect(Date.parse(dueAt)).toBe(clock.now);
    const late = await post('order');
    await clock.advanceTo(Date.parse(late.dueAt) + 1);
    await decide(late.number);
    const counts = async (at: string) => {
      const quarter = quarterOf(new Date(Date.parse(at) + IST_MS).toISOString().slice(0, 10));
      const { kinds } = await app.calls.call(authCalls.getReportStatistics, { quarter });
      return kinds.find(({ kind }) => kind === 'order')!;
    };
    const { decidedInTime, decidedLate, received } = await counts(late.receivedAt);
    expect(received).toBe(decidedInTime + decidedLate);
    expect(decidedLate).toBeGreaterThanOrEqual(1);
    const { items } = await app.calls.call(authCalls.listContentReports, { limit: 2, isOpen: false, kind: 'order' });
    const delays = items.map(({ decidedAt, dueAt: due }) => Date.parse(decidedAt!) - Date.parse(due));
    expect(delays).toEqual([1, 0]);
  });
});
