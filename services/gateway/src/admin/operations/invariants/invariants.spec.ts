import { authCalls } from '@luit/contracts/auth/messages';
import { billingCalls } from '@luit/contracts/billing/messages';
import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { InvariantStatus } from '@luit/contracts/messages/invariants';
import request from 'supertest';
import { startGatewayTestApp, type GatewayTestApp } from '../../../test/gateway-test-app';
import { activeOperator } from '../../../test/test-operators';
import { tokenFor } from '../../../test/test-tokens';

const score = (invariant: InvariantStatus['invariant'], violations = 0): InvariantStatus => ({
  invariant,
  name: `something of ${invariant}`,
  violations,
  repaired: 0,
  samples: [],
  checkedAt: '2026-11-01T00:00:00.000Z',
  everySeconds: 60,
  isOverdue: false,
  brokenSince: null,
});

describe('GET /api/admin/invariants', () => {
  let gateway: GatewayTestApp;

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
    gateway.services.answer(authCalls.checkAdminSession, () => activeOperator());
    gateway.services.answer(generationCalls.listInvariants, () => ({ invariants: [score('I6'), score('I3', 2)] }));
    gateway.services.answer(billingCalls.listInvariants, () => ({ invariants: [score('I1')] }));
  });

  afterAll(() => gateway.close());

  const send = () =>
    request(gateway.url)
      .get('/api/admin/invariants')
      .set('authorization', `Bearer ${tokenFor(gateway.operators, gateway.user)}`)
      .expect(200);

  it('the invariants of all services are merged [SRV-12]', async () => {
    const { body } = (await send()) as { body: { data: unknown } };
    expect(body.data).toEqual({
      items: [
        { ...score('I1'), service: 'billing' },
        { ...score('I3', 2), service: 'generation' },
        { ...score('I6'), service: 'generation' },
      ],
      unavailable: [],
    });
  });

  it('a service that does not answer is listed as unavailable', async () => {
    gateway.services.answer(billingCalls.listInvariants, () => {
      throw new LuitError('unavailable', 'away');
    });
    const { body } = (await send()) as { body: { data: { items: { service: string }[]; unavailable: string[] } } };
    expect(body.data.unavailable).toEqual(['billing']);
    expect(body.data.items.map(({ service }) => service)).toEqual(['generation', 'generation']);
  });

  it('only operators have access [SRV-01]', async () => {
    await request(gateway.url).get('/api/admin/invariants').expect(401);
    await request(gateway.url).get('/api/admin/invariants').set(gateway.bearer()).expect(403);
  });
});
