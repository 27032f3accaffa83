import { authBroadcasts } from '@luit/contracts/auth/messages';
import { LuitError } from '@luit/contracts/errors';
import { generationBroadcasts, generationCalls } from '@luit/contracts/generation/messages';
import type { RequestRecord } from '@luit/contracts/generation/requests';
import { eventually } from '@luit/platform/testing/eventually';
import { testConfig } from '@luit/platform/testing/services';
import request from 'supertest';
import { type RunningGateway, startGateway } from '../../gateway';
import { recordOf, startGatewayTestApp, type GatewayTestApp } from '../../test/gateway-test-app';
import { guestTokenFor, newUser, type TestUser } from '../../test/test-tokens';
import { RequestViewCache } from './request-view-cache';

const FINISHED = { status: 'completed', jobStatus: 'succeeded', completedAt: '2026-11-01T00:01:00.000Z' } as const;

describe('polls of a request', () => {
  let gateway: GatewayTestApp;
  let second: RunningGateway;
  let user: TestUser;
  let record: RequestRecord;
  /** Accounts that generation shows the request to. */
  let viewers: string[];

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
    second = await startGateway({ ...gateway.config, common: testConfig('gateway', gateway.redis.url) });
  });
  afterAll(async () => {
    await second.close();
    await gateway.close();
  });

  beforeEach(() => {
    user = newUser();
    record = recordOf(user.id, FINISHED);
    viewers = [user.id];
    gateway.services.answer(generationCalls.getRequest, find);
    gateway.services.received(generationCalls.getRequest);
  });

  const find = ({ userId, requestId }: { userId: string; requestId: string }) => {
    if (viewers.includes(userId) && requestId === record.id) return record;
    throw new LuitError('not_found', 'Request not found.');
  };
  const poll = (url = gateway.url, headers: Record<string, string> = gateway.bearer(user)) =>
    request(url).get(`/api/requests/${record.id}`).set(headers);
  const sequence = async (url?: string) =>
    ((await poll(url).expect(200)).body as { request: RequestRecord }).request.sequence;
  const calls = () => gateway.services.received(generationCalls.getRequest).length;
  const caches = () => [gateway.running.app, second.app].map((app) => app.get(RequestViewCache));
  /** The effect of a pushed change on every replica. */
  const push = (changed: RequestRecord) => caches().forEach((cache) => cache.update(changed));

  it('cost one call to generation, and the same bytes are sent each time', async () => {
    const first = await poll().expect(200).expect('content-type', 'application/json; charset=utf-8');
    const again = await poll().expect(200);
    expect(again.text).toBe(first.text);
    expect(again.headers.etag).toBe(first.headers.etag);
    expect(again.headers['cache-control']).toBe('private, no-cache');
    const unchanged = await poll(gateway.url, { ...gateway.bearer(user), 'if-none-match': String(first.headers.etag) });
    expect([unchanged.status, unchanged.text]).toEqual([304, '']);
    expect(calls()).toBe(1);
  });

  it('show a cached request only to accounts that generation has shown it to', async () => {
    await poll().expect(200);
    const stranger = newUser();
    await poll(gateway.url, gateway.bearer(stranger)).expect(404);
    await poll(gateway.url, gateway.bearer(stranger)).expect(404);
    await poll(gateway.url, {}).expect(401);
    expect(calls()).toBe(3);
  });

  it('are answered for the owner and for the guest who paid, each after one call', async () => {
    const guest = newUser();
    viewers.push(guest.id);
    const claim = { authorization: `Claim ${guestTokenFor(gateway.guests, record.id, guest.id)}` };
    for (const headers of [gateway.bearer(user), claim, gateway.bearer(user), claim]) {
      await poll(gateway.url, headers).expect(200);
    }
    expect(calls()).toBe(2);
  });

  it('forget the other accounts when the owner changes', async () => {
    await poll().expect(200);
    const owner = newUser();
    record = { ...record, userId: owner.id };
    viewers = [owner.id];
    await poll(gateway.url, gateway.bearer(owner)).expect(200);
    await poll().expect(404);
  });

  it('forget the other accounts when a push names another owner', async () => {
    await poll().expect(200);
    const owner = newUser();
    record = { ...record, userId: owner.id, sequence: record.sequence + 1 };
    viewers = [owner.id];
    push(record);
    await poll().expect(404);
    await poll(gateway.url, gateway.bearer(owner)).expect(200);
  });

  it.each([
    ['signed_out', 401],
    ['blocked', 403],
    ['account_closed', 403],
  ] as const)(
    'are refused once the session is revoked (%s), although token and request are cached',
    async (reason, status) => {
      await poll().expect(200);
      await poll().expect(200);
      await gateway.broadcasts.publish(authBroadcasts.sessionsRevoked, {
        userId: user.id,
        sessionIds: [user.sessionId],
        reason,
      });
      await eventually(() => poll().expect(status));
      await eventually(() => poll(second.url).expect(status));
    },
  );

  it('are answered with 404 on every replica once the request was erased', async () => {
    for (const url of [gateway.url, second.url]) await poll(url).expect(200);
    viewers = [];
    await gateway.broadcasts.publish(generationBroadcasts.requestsErased, { requestIds: [record.id] });
    for (const url of [gateway.url, second.url]) await eventually(() => poll(url).expect(404));
  });

  it('are answered with 404 at once by the replica that deleted the request', async () => {
    await poll().expect(200);
    gateway.services.answer(generationCalls.deleteRequest, () => {
      viewers = [];
      return {};
    });
    await request(gateway.url).delete(`/api/requests/${record.id}`).set(gateway.bearer(user)).expect(204);
    await poll().expect(404);
  });

  it('do not bring back a deleted request by a read or a push that was on its way', async () => {
    const [cache] = caches() as [RequestViewCache];
    cache.drop(record.id);
    cache.put(user.id, record);
    cache.update({ ...record, sequence: 9 });
    expect(cache.find(user.id, record.id)).toBeUndefined();
  });

  it('show a cancel at once on the replica that made it, and on the others with its push', async () => {
    record = recordOf(user.id, { sequence: 3 });
    for (const url of [gateway.url, second.url]) expect(await sequence(url)).toBe(3);
    gateway.services.answer(generationCalls.cancelRequest, () => {
      record = { ...record, status: 'failed', jobStatus: 'canceled', canceled: true, sequence: 4 };
      return record;
    });
    const canceled = await request(gateway.url).post(`/api/requests/${record.id}/cancel`).set(gateway.bearer(user));
    expect(canceled.body).toMatchObject({ request: { sequence: 4, canceled: true } });
    expect(await sequence()).toBe(4);
    push(record);
    expect(await sequence(second.url)).toBe(4);
  });

  it('never go back to an older view, whether a push or a read is late', async () => {
    record = { ...record, sequence: 5 };
    expect(await sequence()).toBe(5);
    push({ ...record, sequence: 7, lateOutputKey: 'outputs/late/video.mp4' });
    expect(await sequence()).toBe(7);
    push({ ...record, sequence: 6 });
    expect(await sequence()).toBe(7);
    const [cache] = caches() as [RequestViewCache];
    cache.put(user.id, { ...record, sequence: 5 });
    expect(await sequence()).toBe(7);
  });

  it('do not cache a read that is older than a push which no one was polling for', async () => {
    record = { ...record, sequence: 5 };
    push({ ...record, sequence: 6 });
    expect(await sequence()).toBe(5);
    record = { ...record, sequence: 6 };
    expect(await sequence()).toBe(6);
  });

  it('read an unfinished request again after two seconds, and a finished one after fifteen', () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    try {
      const [cache] = caches() as [RequestViewCache];
      const unfinished = recordOf(user.id);
      // The cache takes a start of 0 for none.
      jest.advanceTimersByTime(1);
      for (const each of [unfinished, record]) cache.put(user.id, each);
      const isCached = () => [unfinished, record].map(({ id }) => cache.find(user.id, id) !== undefined);
      jest.advanceTimersByTime(1_900);
      expect(isCached()).toEqual([true, true]);
      jest.advanceTimersByTime(200);
      expect(isCached()).toEqual([false, true]);
      jest.advanceTimersByTime(13_000);
      expect(isCached()).toEqual([false, false]);
    } finally {
      jest.useRealTimers();
    }
  });

  it('cost a call each while broadcasts cannot be received, and nothing cached before is used afterward', async () => {
    await poll().expect(200);
    await gateway.redis.stop();
    const [cache] = caches() as [RequestViewCache];
    await eventually(() => Promise.resolve(expect(cache.find(user.id, record.id)).toBeUndefined()));
    cache.put(user.id, record);
    expect(cache.find(user.id, record.id)).toBeUndefined();
    await gateway.redis.start();
    await eventually(async () => {
      await poll().expect(200);
      expect(cache.find(user.id, record.id)).toBeDefined();
    });
  });
});
