import { authCalls } from '@luit/contracts/auth/messages';
import { LuitError } from '@luit/contracts/errors';
import request from 'supertest';
import { uuidv7 } from 'uuidv7';
import { startGatewayTestApp, type GatewayTestApp } from '../../test/gateway-test-app';
import { activeOperator } from '../../test/test-operators';
import { newUser, tokenFor } from '../../test/test-tokens';
import { RATE_LIMITS } from '../../access/limits/rate-limits';

const MESSAGE = {
  name: 'Rupali Gogoi',
  email: 'rupali@example.com',
  subject: 'billing',
  message: 'Where is my invoice?',
};

describe('contact messages [G-09]', () => {
  let gateway: GatewayTestApp;

  beforeAll(async () => {
    gateway = await startGatewayTestApp({ limits: { ...RATE_LIMITS, contactPerHour: 100 } });
  });
  afterAll(() => gateway.close());
  beforeEach(() => gateway.services.answer(authCalls.postContactMessage, () => ({})));

  const post = (body: object, key?: string) => {
    const sent = request(gateway.url).post('/api/contact');
    return (key ? sent.set('idempotency-key', key) : sent).send(body);
  };
  const posted = () => gateway.services.received(authCalls.postContactMessage);

  it('a message is stored by auth, and a failure is reported [CON-08]', async () => {
    const key = uuidv7();
    const urgent = { ...MESSAGE, isUrgent: true };
    const answer = await post(urgent, key).expect(200);
    expect(answer.body).toEqual({ success: true });
    expect(posted()).toEqual([{ ...urgent, idempotencyKey: key }]);
    gateway.services.answer(authCalls.postContactMessage, () => {
      throw new LuitError('unavailable', 'Please try again in a moment.', { retryAfterSeconds: 2 });
    });
    await post(MESSAGE).expect(503);
  });

  it('a bot that fills in the hidden field gets the usual response, and nothing is delivered', async () => {
    posted();
    expect((await post({ ...MESSAGE, website: 'https://casino.example' }).expect(200)).body).toEqual({ success: true });
    expect(posted()).toEqual([]);
    await post({ ...MESSAGE, website: '' }).expect(200);
    expect(posted()).toEqual([MESSAGE]);
  });

  it.each([
    ['no name', { name: '' }, { name: 'Name is required' }],
    ['no address', { email: undefined }, { email: 'Email is required' }],
    ['no subject', { subject: '' }, { subject: 'Select a subject' }],
    ['no message', { message: ['a', 'b'] }, { message: 'Message is required' }],
    ['an overlong message', { message: 'a'.repeat(5_001) }, { message: 'The message must be at most 5000 characters' }],
  ])('a message with %s is rejected [CON-02]', async (_, changes, details) => {
    const { body } = (await post({ ...MESSAGE, ...changes }).expect(400)) as { body: object };
    expect(body).toMatchObject({ code: 'validation_failed', details });
  });

  it('only operators list messages and mark them as answered', async () => {
    const operator = newUser();
    const message = { id: uuidv7(), ...MESSAGE, subject: 'billing' as const, createdAt: '2026-11-21T04:00:00.000Z' };
    const row = { id: message.id, ...MESSAGE, is_urgent: true, created_at: message.createdAt };
    const answered = { answeredAt: '2026-11-21T05:00:00.000Z', answeredBy: operator.email };
    gateway.services.answer(authCalls.checkAdminSession, () => activeOperator());
    gateway.services.answer(authCalls.listContactMessages, () => ({
      messages: [{ ...message, isUrgent: true, answeredAt: null, answeredBy: null }],
      nextCursor: null,
      total: 1,
      isTotalCapped: false,
    }));
    gateway.services.answer(authCalls.markContactMessage, () => ({ ...message, isUrgent: true, ...answered }));
    const bearer = `Bearer ${tokenFor(gateway.operators, operator)}`;
    const send = (method: 'get' | 'patch', path: string) =>
      request(gateway.url)[method](`/api/admin/messages${path}`).set('authorization', bearer);

    const page = await send('get', `?limit=1&status=open&cursor=${message.id}`).expect(200);
    const open = { answered_at: null, answered_by: null };
    expect(page.body).toMatchObject({
      data: { items: [{ ...row, ...open }], nextCursor: null, total: 1, isTotalCapped: false },
    });
    const search = { limit: 1, cursor: message.id, isAnswered: false };
    expect(gateway.services.received(authCalls.listContactMessages)).toEqual([search]);
    const marked = await send('patch', `/${message.id}`).send({ answered: true }).expect(200);
    expect(marked.body).toMatchObject({ data: { contactMessage: { ...row, answered_by: operator.email } } });
    expect(gateway.services.received(authCalls.markContactMessage)).toEqual([
      { messageId: message.id, adminId: operator.id, isAnswered: true },
    ]);

    await send('get', '?status=lost').expect(400);
    await send('patch', `/${message.id}`).send({ answered: 'yes' }).expect(400);
    await send('patch', '/nothing').send({ answered: true }).expect(404);
    await request(gateway.url).get('/api/admin/messages').set(gateway.bearer()).expect(403);
    await request(gateway.url).get('/api/admin/messages').expect(401);
  });
});

describe('contact messages of one client [G-09]', () => {
  it('messages per hour are limited with Retry-After, and repeats are free [SRV-18]', async () => {
    const strict = await startGatewayTestApp({ limits: { ...RATE_LIMITS, contactPerHour: 2 } });
    strict.services.answer(authCalls.postContactMessage, () => ({}));
    const send = (key: string) => request(strict.url).post('/api/contact').set('idempotency-key', key).send(MESSAGE);
    await send('first').expect(200);
    await send('first').expect(200);
    await send('second').expect(200);
    const refused = await send('third').expect(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60);
    expect(refused.body).toMatchObject({ code: 'too_many_requests' });
    await strict.close();
  });
});
