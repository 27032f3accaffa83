import { authCalls } from '@luit/contracts/auth/messages';
import request from 'supertest';
import { uuidv7 } from 'uuidv7';
import { startGatewayTestApp, type GatewayTestApp } from '../../../test/gateway-test-app';
import { activeOperator } from '../../../test/test-operators';
import { tokenFor } from '../../../test/test-tokens';

const id = uuidv7();
const RECORD = { id, erasedAt: '2027-06-01T09:00:00.000Z', deleteAt: '2028-07-05T09:00:00.000Z' };
const ACCOUNT = {
  ...{ email: 'asha@example.com', name: 'Asha', signedUpAt: '2026-11-01T09:00:00.000Z' },
  ...{ signedUpIp: null, lastSignInAt: null, sessions: [] },
};

describe('retained records of deleted accounts', () => {
  let gateway: GatewayTestApp;
  let authorization: string;

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
    authorization = `Bearer ${tokenFor(gateway.operators, gateway.user)}`;
    const { services } = gateway;
    services.answer(authCalls.checkAdminSession, () => activeOperator());
    services.answer(authCalls.listRetainedRecords, () => ({
      items: [RECORD],
      nextCursor: null,
      total: 1,
      isTotalCapped: false,
    }));
    services.answer(authCalls.openRetainedRecord, () => ({ ...RECORD, account: ACCOUNT }));
  });
  afterAll(() => gateway.close());

  const open = (of: string, body: object) =>
    request(gateway.url).post(`/api/admin/sealed-records/${of}/open`).set({ authorization }).send(body);
  const opened = () => gateway.services.received(authCalls.openRetainedRecord);

  it('the list has ids and dates', async () => {
    const { body } = await request(gateway.url).get('/api/admin/sealed-records').set({ authorization }).expect(200);
    expect(body).toMatchObject({ success: true, items: [RECORD], total: 1 });
  });

  it('a record is opened with a reason, and never without one', async () => {
    for (const body of [{}, { reason: '' }, { reason: 'ab' }, { reason: 7 }]) await open(id, body).expect(400);
    await open('x', { reason: 'Request 17 of the police' }).expect(404);
    expect(opened()).toEqual([]);
    const { body } = await open(id, { reason: 'Request 17 of the police' }).expect(200);
    expect(body).toMatchObject({ record: { ...RECORD, account: ACCOUNT } });
    expect(opened()).toEqual([{ adminId: gateway.user.id, userId: id, reason: 'Request 17 of the police' }]);
  });

  it.each([
    ['another role', { role: 'support' } as const, 'forbidden'],
    ['an owner without a fresh second factor', { secondsSinceSecondFactor: 3_600 } as const, 'step_up_required'],
  ])('%s does not open a record', async (_who, session, code) => {
    gateway.services.answer(authCalls.checkAdminSession, () => activeOperator(session));
    const { body } = await open(id, { reason: 'Request 17 of the police' }).expect(403);
    expect(body).toMatchObject({ code });
    expect(opened()).toEqual([]);
    gateway.services.answer(authCalls.checkAdminSession, () => activeOperator());
  });
});
