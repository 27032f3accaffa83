import type { AccessRecord, AuditEntry } from '@luit/contracts/auth/audit-log';
import { authCalls } from '@luit/contracts/auth/messages';
import { isPermitted, OPERATOR_ROLES, type Permission } from '@luit/contracts/auth/operator-permissions';
import { billingCalls } from '@luit/contracts/billing/messages';
import type { AdminJobRow } from '@luit/contracts/operations/jobs';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { eventually } from '@luit/platform/testing/eventually';
import { randomUUID } from 'node:crypto';
import request from 'supertest';
import { uuidv7 } from 'uuidv7';
import { startGatewayTestApp, type GatewayTestApp } from '../../test/gateway-test-app';
import { activeOperator } from '../../test/test-operators';
import { tokenFor } from '../../test/test-tokens';

const FORMULAS = ['=HYPERLINK("http://x")', '+1', '-1', '@SUM(A1)', '\tx', '＝1', '＠SUM(A1)'];
const ESCAPED = [`"'=HYPERLINK(""http://x"")"`, `"'+1"`, `"'-1"`, `"'@SUM(A1)"`, `"'\tx"`, `"'＝1"`, `"'＠SUM(A1)"`];
const AT = '2026-11-22T18:35:07.120Z';
const AT_IN_IST = '2026-11-23 00:05:07';
const PERIOD = `from=${encodeURIComponent('2026-11-01T00:00:00+05:30')}&to=${encodeURIComponent('2026-11-24T00:00:00+05:30')}`;
const RANGE = { from: '2026-11-01T00:00:00+05:30', to: '2026-11-24T00:00:00+05:30' };

const EXPORTS: [string, Permission, string][] = [
  ['jobs', 'jobs.export', 'jobs_exported'],
  ['transactions', 'transactions.export', 'transactions_exported'],
  ['audit-log', 'audit_log.export', 'audit_log_exported'],
];

describe('exports of jobs, transactions and the audit log', () => {
  let gateway: GatewayTestApp;
  let authorization: string;
  const user = randomUUID();
  const lastOfFirstPage = uuidv7();

  /** Two pages: one row for each formula, then one. */
  const pageOf = <Row>(rows: (text: string) => Row, cursor: string | undefined) => ({
    items: (cursor ? ['plain'] : FORMULAS).map(rows),
    nextCursor: cursor ? null : lastOfFirstPage,
    total: FORMULAS.length + 1,
    isTotalCapped: false,
  });

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
    authorization = `Bearer ${tokenFor(gateway.operators, gateway.user)}`;
    const { services } = gateway;
    services.answer(authCalls.getEmails, () => ({ emails: { [user]: 'asha@example.com' } }));
    const times = { created_at: AT, accepted_at: AT, submitted_at: AT, completed_at: null };
    const job = {
      id: 'j',
      user_id: user,
      type: 'video',
      status: 'failed',
      cost_credits: 18,
      ...{ plan_id: null, model: null, provider: null, error_message: null },
      money: 'returned',
      ...times,
    };
    services.answer(operationsCalls.listJobs, ({ cursor }) =>
      pageOf((prompt) => ({ ...job, prompt }) as AdminJobRow, cursor),
    );
    const refund = { id: 't', user_id: user, order_id: 'o', type: 'refund', amount: -5, status: 'completed' } as const;
    services.answer(billingCalls.listAllTransactions, ({ cursor }) =>
      pageOf(
        (description) => ({
          ...refund,
          description,
          amountPaise: 9_950,
          balance_after: 0,
          reference_id: null,
          created_at: AT,
        }),
        cursor,
      ),
    );
    services.answer(authCalls.listAuditLog, ({ cursor }) => {
      const entry = { id: uuidv7(), adminId: null, action: 'user_blocked', details: { reason: 'spam' }, createdAt: AT };
      const { items, ...page } = pageOf(
        (subject) => ({ ...entry, adminEmail: subject, subject }) as AuditEntry,
        cursor,
      );
      return { entries: items, ...page };
    });
  });
  beforeEach(() => {
    gateway.services.answer(authCalls.checkAdminSession, () => activeOperator());
    gateway.services.answer(authCalls.recordAccess, () => ({}));
    gateway.services.received(authCalls.recordAccess);
  });
  afterAll(() => gateway.close());

  const get = (path: string) => request(gateway.url).get(`/api/admin/${path}`).set({ authorization });

  it.each(EXPORTS)('the export of %s has every page, names the zone and contains no formulas', async (list) => {
    const answer = await get(`${list}/export.csv?${PERIOD}`)
      .expect(200)
      .expect('content-type', /text\/csv/);
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="${list}-2026-11-01-2026-11-23.csv"`);
    expect(answer.headers['cache-control']).toBe('no-store');
    const [head, ...lines] = answer.text.split('\r\n');
    expect(head).toMatch(/^\uFEFFid,created_at \(IST\),/);
    expect(lines.pop()).toBe('');
    expect(lines).toHaveLength(FORMULAS.length + 1);
    for (const line of lines) expect(line.split(',')[1]).toBe(AT_IN_IST);
    for (const [index, text] of ESCAPED.entries()) expect(lines[index]).toContain(`,${text},`);
    expect(answer.text).not.toMatch(/(^|,)"?[=+@\t＝＋－＠]/m);
  });

  it('amounts of refunds are negative, as in the list', async () => {
    const { text } = await get(`transactions/export.csv?${PERIOD}`).expect(200);
    const [head = '', first = ''] = text
      .replace('\uFEFF', '')
      .split('\r\n')
      .slice(0, FORMULAS.length + 2)
      .filter((line) => !line.includes('HYPERLINK'));
    expect(first.split(',')[head.split(',').indexOf('amount_inr')]).toBe('-99.5');
  });

  it('the period and the filters of the list are passed on', async () => {
    await get(`jobs/export.csv?${PERIOD}&status=failed&user=${user}`).expect(200);
    await get(`transactions/export.csv?${PERIOD}&type=refund&user=${user}`).expect(200);
    await get(`audit-log/export.csv?${PERIOD}&user=${user}`).expect(200);
    const { services } = gateway;
    expect(services.received(operationsCalls.listJobs).at(-1)).toMatchObject({
      ...RANGE,
      status: 'failed',
      userId: user,
      cursor: lastOfFirstPage,
    });
    expect(services.received(billingCalls.listAllTransactions).at(-1)).toMatchObject({ ...RANGE, userId: user });
    expect(services.received(authCalls.listAuditLog).at(-1)).toMatchObject({ ...RANGE, userId: user });
  });

  it.each(EXPORTS)(
    'the export of %s needs a period and its permission, and is recorded',
    async (list, permission, action) => {
      await get(`${list}/export.csv`).expect(400);
      await get(`${list}/export.csv?from=yesterday&to=today`).expect(400);
      const about = randomUUID();
      for (const role of OPERATOR_ROLES) {
        gateway.services.answer(authCalls.checkAdminSession, () => activeOperator({ role }));
        await get(`${list}/export.csv?${PERIOD}&user=${about}`).expect(isPermitted(role, permission) ? 200 : 403);
      }
      const permitted = OPERATOR_ROLES.filter((role) => isPermitted(role, permission)).length;
      const records: AccessRecord[] = [];
      await eventually(() => {
        const received = gateway.services.received(authCalls.recordAccess);
        records.push(...received.filter(({ details }) => details.user === about));
        expect(records).toHaveLength(2 * permitted);
        return Promise.resolve();
      });
      expect(records).toContainEqual(
        expect.objectContaining({
          action,
          details: expect.objectContaining({ state: 'completed', rows: String(FORMULAS.length + 1) }) as unknown,
        }),
      );
    },
  );
});
