import { generationCalls } from '@luit/contracts/generation/messages';
import request from 'supertest';
import { uuidv7 } from 'uuidv7';
import { startGatewayTestApp, type GatewayTestApp } from '../../test/gateway-test-app';
import { RATE_LIMITS } from '../../access/limits/rate-limits';

describe('the appeal against a refusal', () => {
  let gateway: GatewayTestApp;

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
    gateway.services.answer(generationCalls.appealRefusal, () => ({}));
  });
  afterAll(() => gateway.close());

  const appeal = (id: string, body: object) =>
    request(gateway.url).post(`/api/safety/refusals/${id}/appeal`).set(gateway.bearer()).send(body);

  it('is sent for the account that asks, and needs a text', async () => {
    const id = uuidv7();
    await appeal(id, { text: ' It is a scene of a play ', userId: uuidv7() }).expect(204);
    await appeal(id, { text: '  ' }).expect(400);
    await appeal(id, { text: 'x'.repeat(1_001) }).expect(400);
    await appeal('none', { text: 'It is a play' }).expect(404);
    expect(gateway.services.received(generationCalls.appealRefusal)).toEqual([
      { id, userId: gateway.user.id, text: 'It is a scene of a play' },
    ]);
  });

  it('guests appeal without an account, a few times an hour from an address', async () => {
    const id = uuidv7();
    const limit = RATE_LIMITS.contactPerHour;
    const asGuest = () => request(gateway.url).post(`/api/safety/refusals/${id}/appeal`).send({ text: 'It is a play' });
    for (let i = 0; i < limit; i += 1) await asGuest().expect(204);
    await asGuest().expect(429);
    expect(gateway.services.received(generationCalls.appealRefusal)).toEqual(
      Array(limit).fill({ id, userId: null, text: 'It is a play' }),
    );
    await appeal(id, { text: 'It is a play' }).expect(204);
  });
});
