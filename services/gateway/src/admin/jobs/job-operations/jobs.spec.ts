import { type Alert, alertBroadcasts, alertCalls } from '@luit/contracts/alerts/alerts';
import { authBroadcasts, authCalls } from '@luit/contracts/auth/messages';
import { billingCalls } from '@luit/contracts/billing/messages';
import { LuitError } from '@luit/contracts/errors';
import type { JobMetrics } from '@luit/contracts/operations/job-metrics';
import type { AdminJobRow } from '@luit/contracts/operations/jobs';
import { operationsBroadcasts, operationsCalls } from '@luit/contracts/operations/messages';
import { workerBroadcasts } from '@luit/contracts/operations/worker';
import { eventually } from '@luit/platform/testing/eventually';
import { io, type Socket } from 'socket.io-client';
import request from 'supertest';
import { uuidv7 } from 'uuidv7';
import { OperatorSessions } from '../../../access/identities/operator-sessions';
import { activeOperator } from '../../../test/test-operators';
import { startGatewayTestApp, type GatewayTestApp } from '../../../test/gateway-test-app';
import { newUser, tokenFor } from '../../../test/test-tokens';

const METRICS = { window: 'hour', now: { waiting: 3 }, series: [], queues: [], providers: [], times: [] };

describe('the jobs screen [ADM-34, G-03]', () => {
  let gateway: GatewayTestApp;
  let isActive = true;
  const open: Socket[] = [];
  const job = { id: uuidv7(), user_id: uuidv7(), status: 'pending' } as AdminJobRow;

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
    const { services } = gateway;
    services.answer(authCalls.checkAdminSession, () => (isActive ? activeOperator() : { active: false }));
    services.answer(billingCalls.getSettings, () => ({
      signupGrant: { credits: 0, expiresInDays: null },
      confirmAbove: { refundPaise: 100_000, credits: 10_000 },
      approveAbove: { refundPaise: null, credits: null },
    }));
    services.answer(authCalls.getEmails, () => ({ emails: { [job.user_id]: 'asha@example.com' } }));
    services.answer(operationsCalls.getJobMetrics, () => METRICS as unknown as JobMetrics);
    services.answer(operationsCalls.getJobs, () => ({ items: [job] }));
    services.answer(operationsCalls.listJobs, () => ({
      items: [job],
      nextCursor: null,
      total: 1,
      isTotalCapped: false,
    }));
  });

  afterEach(() => {
    isActive = true;
    for (const socket of open.splice(0)) socket.disconnect();
  });

  afterAll(() => gateway.close());

  const token = (admin = newUser()) => tokenFor(gateway.operators, admin);
  const send = (method: 'get' | 'post', path: string) =>
    request(gateway.url)
      [method](`/api/admin${path}`)
      .set('authorization', `Bearer ${token(gateway.user)}`);
  const connect = (auth: object): Socket => {
    const socket = io(gateway.url, { auth, transports: ['websocket'], forceNew: true, reconnection: false });
    open.push(socket);
    return socket;
  };
  const nextEvent = <T>(socket: Socket, event: string): Promise<T> =>
    new Promise((resolve) => socket.once(event, resolve));

  it('jobs are listed with their owners and filtered by the query', async () => {
    const owner = uuidv7();
    gateway.services.answer(authCalls.findUser, ({ email }) => ({
      userId: email === 'asha@example.com' ? owner : null,
    }));
    const { body } = (await send(
      'get',
      '/jobs?status=unknown&type=video&provider=fal&user=asha@example.com&q=river',
    ).expect(200)) as { body: { data: unknown } };
    expect(body.data).toMatchObject({ items: [{ id: job.id, user_email: 'asha@example.com' }], total: 1 });
    expect(gateway.services.received(operationsCalls.listJobs)).toEqual([
      { limit: 20, status: 'unknown', type: 'video', provider: 'fal', q: 'river', userId: owner },
    ]);
    await send('get', '/jobs?status=nonsense').expect(400);
  });

  it('a period until now, a range of times and the order are passed on', async () => {
    const before = Date.now();
    await send('get', '/jobs?within=15m&sort=-age&status=unfinished').expect(200);
    const [query] = gateway.services.received(operationsCalls.listJobs);
    expect(query).toMatchObject({ sort: '-age', status: 'unfinished' });
    const listedAt = Date.parse(query?.from ?? '') + 15 * 60_000;
    expect(listedAt).toBeGreaterThanOrEqual(before);
    expect(listedAt).toBeLessThanOrEqual(Date.now());
    const [from, to] = ['2026-11-21T15:00:00+05:30', '2026-11-21T10:00:00Z'];
    await send('get', `/jobs?from=${encodeURIComponent(from)}&to=${to}`).expect(200);
    expect(gateway.services.received(operationsCalls.listJobs)).toMatchObject([{ from, to }]);
    for (const bad of ['within=1y', 'from=yesterday', 'sort=credits']) await send('get', `/jobs?${bad}`).expect(400);
  });

  it('jobs of one user are listed by user id', async () => {
    const { body } = (await send('get', `/jobs?user=${job.user_id}&limit=10`).expect(200)) as {
      body: { data: unknown };
    };
    expect(body.data).toMatchObject({ items: [{ id: job.id, user_id: job.user_id }] });
    expect(gateway.services.received(operationsCalls.listJobs)).toEqual([{ limit: 10, userId: job.user_id }]);
  });

  it('a bulk action requires a filter, can be previewed, and answers 409 if the preview is outdated', async () => {
    await send('post', '/jobs/bulk').send({ action: 'refund', filter: {}, dryRun: true }).expect(400);
    await send('post', '/jobs/bulk')
      .send({ action: 'delete', filter: { status: 'failed' }, dryRun: true })
      .expect(400);
    const previewId = uuidv7();
    gateway.services.answer(operationsCalls.previewJobAction, () => ({ previewId, jobs: 37, credits: 1_332 }));
    const input = { action: 'refund', filter: { status: 'pending' } };
    const preview = await send('post', '/jobs/bulk')
      .send({ ...input, dryRun: true })
      .expect(200);
    expect(preview.body).toMatchObject({ success: true, data: { jobs: 37, credits: 1_332 } });
    gateway.services.answer(operationsCalls.applyJobAction, () => {
      throw new LuitError('conflict', 'The jobs have changed', { details: { jobs: 38, credits: 1_350 } });
    });
    const acted = await send('post', '/jobs/bulk')
      .set('idempotency-key', 'k-1')
      .send({ ...input, dryRun: false, expectedCount: 37, reason: 'the provider was down' })
      .expect(409);
    expect(acted.body).toMatchObject({ code: 'conflict', details: { jobs: 38, credits: 1_350 } });
    expect(gateway.services.received(operationsCalls.applyJobAction)).toEqual([
      {
        adminId: gateway.user.id,
        action: 'refund',
        target: { previewId },
        reason: 'the provider was down',
        idempotencyKey: 'k-1',
      },
    ]);
  });

  it('a bulk action names its preview and its reason, and shows its progress', async () => {
    const [previewId, operationId] = [uuidv7(), uuidv7()];
    const done = { operationId, jobs: 2, credits: 36, left: 0, refused: [], created: [] };
    gateway.services.answer(operationsCalls.applyJobAction, () => done);
    gateway.services.answer(authCalls.getAdminEmails, ({ adminIds }) => ({
      emails: { [adminIds[0]!]: 'ops@luit.test' },
    }));
    const operation = {
      id: operationId,
      adminId: gateway.user.id,
      action: 'cancel' as const,
      reason: 'the provider was down',
      created_at: '2026-11-23T08:00:00.000Z',
      ...{ jobs: 2, done: 1, refused: 1, left: 0, credits: 18 },
    };
    gateway.services.answer(operationsCalls.getBulkOperation, () => ({
      operation,
      items: [],
      nextCursor: null,
      total: 2,
      isTotalCapped: false,
    }));
    const input = { previewId, action: 'cancel', reason: 'the provider was down' };
    await send('post', '/bulk-actions')
      .send({ ...input, reason: ' ' })
      .expect(400);
    await send('post', '/bulk-actions').send(input).expect(200);
    expect(gateway.services.received(operationsCalls.applyJobAction)).toMatchObject([
      { adminId: gateway.user.id, action: 'cancel', target: { previewId }, reason: input.reason },
    ]);
    const { body } = (await send('get', `/bulk-actions/${operationId}?state=refused`).expect(200)) as {
      body: { data: unknown };
    };
    expect(body.data).toMatchObject({ operation: { admin_email: 'ops@luit.test', done: 1, refused: 1 }, total: 2 });
  });

  it('one job is returned with its credit movements', async () => {
    gateway.services.answer(
      operationsCalls.getJob,
      () => ({ job, outputKey: 'outputs/a.mp4', imageKey: null }) as never,
    );
    gateway.services.answer(billingCalls.getJobMoney, () => ({ movements: [] }));
    const { body } = (await send('get', `/jobs/${job.id}`).expect(200)) as { body: { data: { outputUrl: string } } };
    expect(body.data).toMatchObject({ job: { user_email: 'asha@example.com' }, imageUrl: null, movements: [] });
    expect(body.data.outputUrl).toMatch(/^\/api\/files\/outputs\/a\.mp4\?/);
  });

  it('workers with heartbeats are listed', async () => {
    const heartbeat = {
      instance: 'w-1',
      host: 'h',
      pid: 7,
      release: '0.1.0',
      startedAt: '2026-11-01T00:00:00.000Z',
      isStopping: false,
    };
    await gateway.broadcasts.publish(workerBroadcasts.heartbeat, {
      ...heartbeat,
      slots: {},
      tasks: [],
      inFlight: 0,
      done: 5,
    });
    await eventually(async () => {
      const { body } = (await send('get', '/workers').expect(200)) as { body: { data: { items: unknown[] } } };
      expect(body.data.items).toMatchObject([{ instance: 'w-1', isAlive: true, done: 5 }]);
    });
  });

  it('only subscribed operators receive metrics, jobs and alerts', async () => {
    gateway.services.answer(alertCalls.listAlerts, () => ({
      items: [{ id: 'a' } as Alert],
      nextCursor: null,
      total: 1,
      isTotalCapped: false,
      open: 1,
      muted: 0,
      silentSources: [],
    }));
    const operator = connect({ token: token() });
    await nextEvent(operator, 'connect');
    expect(await operator.emitWithAck('subscribe', { topics: ['jobs', 'alerts', 'x'] })).toEqual({
      success: true,
      topics: ['jobs', 'alerts'],
    });
    expect(await operator.emitWithAck('sync', {})).toMatchObject({ success: false, code: 'forbidden' });
    const user = connect({ token: tokenFor(gateway.users, newUser()) });
    await nextEvent(user, 'connect');
    const onAny = jest.fn();
    user.onAny(onAny);
    expect(await user.emitWithAck('subscribe', { topics: ['jobs'] })).toMatchObject({ code: 'forbidden' });
    const pushed = Promise.all(
      ['jobs.metrics', 'job.updated', 'alerts.updated'].map((event) => nextEvent(operator, event)),
    );
    await gateway.broadcasts.publish(operationsBroadcasts.jobsChanged, { ids: [job.id] });
    await gateway.broadcasts.publish(alertBroadcasts.changed, {});
    expect(await pushed).toMatchObject([
      { window: 'hour', now: { waiting: 3 } },
      { items: [{ id: job.id, user_email: 'asha@example.com' }] },
      { items: [{ id: 'a' }], open: 1 },
    ]);
    expect(onAny).not.toHaveBeenCalled();
  });

  it('an operator’s socket is disconnected when the session ends, with or without a broadcast [SRV-01]', async () => {
    const admin = newUser();
    const first = connect({ token: token(admin) });
    await nextEvent(first, 'connect');
    const ended = nextEvent(first, 'disconnect');
    const end = { userId: admin.id, sessionIds: [admin.sessionId], reason: 'signed_out' as const };
    await gateway.broadcasts.publish(authBroadcasts.sessionsRevoked, end);
    await ended;
    const second = connect({ token: token() });
    await nextEvent(second, 'connect');
    const disconnected = nextEvent(second, 'disconnect');
    isActive = false;
    await gateway.running.app.get(OperatorSessions).check();
    await disconnected;
    expect((await nextEvent<Error>(connect({ token: token() }), 'connect_error')).message).toBe('unauthorized');
  });

  it('only operators can open Bull Board, and it is read-only', async () => {
    const board = '/api/admin/queues/board';
    await request(gateway.url).get(board).expect(401);
    await request(gateway.url).get(`${board}/api/queues`).expect(401);
    await request(gateway.url).get(`${board}/static/css/x.css`).expect(401);
    const own = `luit_operator=${token(gateway.user)}`;
    const page = await request(gateway.url).get(board).set('cookie', own).expect(200);
    expect(page.text).toContain('Luit queues');
    const { body } = (await request(gateway.url).get(`${board}/api/queues`).set('cookie', own).expect(200)) as {
      body: { queues: { name: string; readOnlyMode: boolean }[] };
    };
    expect(body.queues.map(({ name }) => name)).toContain('submit');
    expect(body.queues.every(({ readOnlyMode }) => readOnlyMode)).toBe(true);
    await request(gateway.url).put(`${board}/api/queues/submit/pause`).set('cookie', own).expect(403);
    isActive = false;
    await request(gateway.url).get(board).set('cookie', own).expect(401);
  });
});
