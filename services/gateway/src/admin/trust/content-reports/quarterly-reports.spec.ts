import { authCalls } from '@luit/contracts/auth/messages';
import type { KindStatistics } from '@luit/contracts/auth/report-statistics';
import request from 'supertest';
import { type GatewayTestApp, startGatewayTestApp } from '../../../test/gateway-test-app';
import { activeOperator } from '../../../test/test-operators';
import { tokenFor } from '../../../test/test-tokens';

const ORDERS: KindStatistics = {
  ...{ kind: 'order', received: 9, decidedInTime: 6, decidedLate: 1, open: 2, takenDown: 4, rejected: 2, answered: 1 },
  ...{ medianHours: 2.5, takedowns: 5, lifts: 1 },
};

describe('quarterly reports', () => {
  let gateway: GatewayTestApp;

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
    const { services } = gateway;
    services.answer(authCalls.checkAdminSession, () => activeOperator());
    services.answer(authCalls.getReportStatistics, ({ quarter }) => ({
      quarter,
      kinds: [ORDERS, { ...ORDERS, kind: 'unlawful', medianHours: null }],
    }));
    services.answer(authCalls.sendQuarterlyNotice, () => ({}));
    services.answer(authCalls.getQuarterlyNotice, ({ quarter }) => {
      return { quarter, recipients: 4, texts: [], hasEnded: true, sent: null };
    });
  });
  afterAll(() => gateway.close());

  const authorized = (sent: request.Test) =>
    sent.set('authorization', `Bearer ${tokenFor(gateway.operators, gateway.user)}`);
  const get = (path: string) => authorized(request(gateway.url).get(`/api/admin/quarterly-reports/${path}`));

  it('a quarter has its counts, also as CSV', async () => {
    const { body } = await get('2026-Q3').expect(200);
    expect(body).toMatchObject({ data: { statistics: { quarter: '2026-Q3', kinds: [ORDERS, { kind: 'unlawful' }] } } });
    const { text, headers } = await get('2026-Q3/statistics.csv').expect(200);
    expect(headers['content-disposition']).toBe('attachment; filename="reports-2026-Q3.csv"');
    expect(text).toBe(
      [
        '\uFEFFquarter,kind,received,decided_in_time,decided_late,open,taken_down,rejected,answered,median_hours,takedowns,lifts',
        '2026-Q3,order,9,6,1,2,4,2,1,2.5,5,1',
        '2026-Q3,unlawful,9,6,1,2,4,2,1,,5,1',
        '',
      ].join('\r\n'),
    );
  });

  it('an operator previews the notice and sends it', async () => {
    const { body } = await get('2026-Q3/notice').expect(200);
    expect(body).toMatchObject({ data: { notice: { quarter: '2026-Q3', recipients: 4 } } });
    const input = { confirmation: '2026-Q3', reason: 'It is due' };
    await authorized(request(gateway.url).post('/api/admin/quarterly-reports/2026-Q3/notice')).send(input).expect(200);
    expect(gateway.services.received(authCalls.sendQuarterlyNotice)).toEqual([
      { adminId: gateway.user.id, quarter: '2026-Q3', ...input },
    ]);
  });

  it.each(['2026-Q5', '2026-Q5/statistics.csv', '2026-Q5/notice'])('%s does not exist', async (path) => {
    await get(path).expect(404);
  });
});
