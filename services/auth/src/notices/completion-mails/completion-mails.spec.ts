import { seenKey } from '@luit/contracts/auth/completion-mails';
import { authCalls } from '@luit/contracts/auth/messages';
import { generationEvents } from '@luit/contracts/generation/messages';
import type { RequestSettled } from '@luit/contracts/generation/requests';
import { eventQueueName, queuePrefix } from '@luit/platform/queues/queues';
import { eventually } from '@luit/platform/testing/eventually';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { uuidv7 } from 'uuidv7';
import { startAuthTestApp, type AuthTestApp } from '../../test/auth-test-app';

type Completion = NonNullable<RequestSettled['completion']>;

describe('completion mails', () => {
  let app: AuthTestApp;
  let redis: Redis;
  let queue: Queue;
  let userId: string;
  let email: string;

  beforeAll(async () => {
    app = await startAuthTestApp();
    redis = new Redis(app.redis.url, { maxRetriesPerRequest: null });
    queue = new Queue(eventQueueName('auth'), { prefix: queuePrefix(eventQueueName('auth')), connection: redis });
    ({ id: userId, email } = (await app.confirmed()).user);
  });
  afterAll(async () => {
    await queue.close();
    redis.disconnect();
    await app.close();
  });

  /** Settles a request of the user and returns its id. */
  async function settle(changes: Partial<RequestSettled> = {}, completion: Partial<Completion> | null = {}) {
    const requestId = uuidv7();
    const payload: RequestSettled = {
      requestId,
      userId,
      outcome: 'succeeded',
      credits: 18,
      reason: null,
      ...(completion && {
        completion: { ownerId: userId, type: 'video', completedAt: new Date().toISOString(), ...completion },
      }),
      ...changes,
    };
    await queue.add(generationEvents.requestSettled.name, { payload }, { jobId: uuidv7() });
    await eventually(async () => expect(await queue.getJobCountByTypes('waiting', 'active', 'delayed')).toBe(0));
    return requestId;
  }
  const owed = async () =>
    (await app.rows<{ request_id: string }>('SELECT request_id FROM completion_mails')).map((row) => row.request_id);
  const mailed = async () =>
    (await app.rows<{ id: string }>(`SELECT id FROM mails WHERE kind = 'request_finished' ORDER BY created_at`)).map(
      (row) => row.id,
    );
  /** Makes every mail due and waits until all are sent. */
  async function passDelay(): Promise<void> {
    await app.rows(`UPDATE completion_mails SET due_at = now()`);
    await eventually(async () => expect(await owed()).toEqual([]));
  }

  it('an outcome that no client has seen is mailed to the owner after the delay', async () => {
    const before = await mailed();
    const requestId = await settle({ userId: uuidv7() }, { type: 'image_video' });
    expect(await owed()).toEqual([requestId]);
    expect(await mailed()).toEqual(before);
    await passDelay();
    expect(await mailed()).toEqual([...before, requestId]);
    const mail = await app.calls.call(authCalls.renderMail, { mailId: requestId });
    expect(mail).toMatchObject({ to: email, subject: 'Your video is ready' });
    expect(mail?.html).toContain(`href="https://luit.example/image-to-video-upload?request=${requestId}"`);

    const failed = await settle({ outcome: 'failed', reason: 'It failed' }, { type: 'restore' });
    await passDelay();
    const failureMail = await app.calls.call(authCalls.renderMail, { mailId: failed });
    expect(failureMail?.subject).toBe('We couldn’t create your photo');
    expect(failureMail?.text).toContain('You weren’t charged');
  });

  it('an acknowledged, canceled or old outcome, and that of a guest or a blocked user, is not mailed', async () => {
    const before = await mailed();
    const seen = await settle();
    await redis.sadd(seenKey(seen), uuidv7());
    const blocked = (await app.confirmed()).user;
    const old = new Date(Date.now() - 16 * 60_000).toISOString();
    await settle({}, { completedAt: old });
    await settle({}, { ownerId: blocked.id });
    await app.rows(`UPDATE users SET status = 'blocked' WHERE id = $1`, [blocked.id]);
    expect(await owed()).toHaveLength(3);
    await settle({ outcome: 'canceled' }, null);
    await settle({}, { ownerId: uuidv7() });
    expect(await owed()).toHaveLength(3);
    const last = await settle();
    await passDelay();
    expect(await mailed()).toEqual([...before, last]);
  });

  it('a settlement that is delivered again is mailed once', async () => {
    const before = await mailed();
    const requestId = await settle();
    await settle({ requestId });
    await passDelay();
    await settle({ requestId });
    await passDelay();
    expect(await mailed()).toEqual([...before, requestId]);
  });

  it('an owed mail survives a restart of the service and a flush of Redis', async () => {
    const requestId = await settle();
    await app.restart();
    await app.redis.flush();
    await passDelay();
    expect(await mailed()).toContain(requestId);
  });
});
