import { authCalls } from '@luit/contracts/auth/messages';
import { LuitError } from '@luit/contracts/errors';
import { type DeadLetter, deadLetterCalls } from '@luit/contracts/operations/dead-letters';
import request from 'supertest';
import { uuidv7 } from 'uuidv7';
import { startGatewayTestApp, type GatewayTestApp } from '../../../test/gateway-test-app';
import { activeOperator } from '../../../test/test-operators';
import { tokenFor } from '../../../test/test-tokens';

const letter = (setAsideAt: string): DeadLetter => ({
  id: uuidv7(),
  source: 'queue',
  kind: 'event',
  name: 'generation.requestSettled',
  entryId: uuidv7(),
  reason: 'failed',
  error: 'fails on purpose',
  attempts: 25,
  preview: '{"credits":18}',
  firstSeenAt: '2026-11-01T00:00:00.000Z',
  setAsideAt,
  replayedAt: null,
});

describe('/api/admin/dead-letters', () => {
  let gateway: GatewayTestApp;
  const [older, newer] = [letter('2026-11-01T00:00:00.000Z'), letter('2026-11-02T00:00:00.000Z')];
  const decisions: unknown[] = [];

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
    gateway.services.answer(authCalls.checkAdminSession, () => activeOperator());
    gateway.services.answer(deadLetterCalls.auth.list, () => ({ items: [older], total: 1 }));
    gateway.services.answer(deadLetterCalls.billing.list, () => ({ items: [newer], total: 7 }));
    gateway.services.answer(deadLetterCalls.generation.list, () => {
      throw new LuitError('unavailable', 'away');
    });
    gateway.services.answer(deadLetterCalls.billing.replay, (decision) => {
      decisions.push(decision);
      return {};
    });
    gateway.services.answer(deadLetterCalls.auth.discard, () => {
      throw new LuitError('not_found', 'This message has already been replayed or discarded.');
    });
  });

  afterAll(() => gateway.close());

  const operator = () => ({ authorization: `Bearer ${tokenFor(gateway.operators, gateway.user)}` });
  const list = async (query: string) => {
    const { body } = (await request(gateway.url)
      .get(`/api/admin/dead-letters${query}`)
      .set(operator())
      .expect(200)) as {
      body: { data: { items: { id: string; service: string }[]; total: number; unavailable: string[] } };
    };
    return body.data;
  };
  const decide = (path: string, body: object) =>
    request(gateway.url).post(`/api/admin/dead-letters/${path}`).set(operator()).send(body);

  it('the newest of all services are listed, and a service that does not answer is named', async () => {
    const { items, total, unavailable } = await list('');
    expect(items.map(({ id, service }) => [id, service])).toEqual([
      [newer.id, 'billing'],
      [older.id, 'auth'],
    ]);
    expect([total, unavailable]).toEqual([8, ['generation']]);
    expect((await list('?service=auth&limit=1')).items).toEqual([{ ...older, service: 'auth' }]);
  });

  it('a replay needs a reason and names the operator', async () => {
    await decide(`billing/${newer.id}/replay`, {}).expect(400);
    await decide(`billing/${newer.id}/replay`, { reason: 'The bug is fixed' }).expect(200);
    expect(decisions).toEqual([{ id: newer.id, adminId: gateway.user.id, reason: 'The bug is fixed' }]);
  });

  it('a message of an unknown service, or one that was decided before, is not found', async () => {
    await decide(`worker/${newer.id}/replay`, { reason: 'fixed' }).expect(404);
    await decide('billing/no-id/replay', { reason: 'fixed' }).expect(404);
    await decide(`auth/${older.id}/discard`, { reason: 'fixed' }).expect(404);
  });
});
