import { authCalls } from '@luit/contracts/auth/messages';
import { generationEvents } from '@luit/contracts/generation/messages';
import type { TakedownMailing } from '@luit/contracts/generation/takedowns';
import { eventQueueName, queuePrefix } from '@luit/platform/queues/queues';
import { eventually } from '@luit/platform/testing/eventually';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { uuidv7 } from 'uuidv7';
import { type AuthTestApp, startAuthTestApp } from '../../test/auth-test-app';

describe('mails about takedowns', () => {
  let app: AuthTestApp;
  let connection: Redis;
  let queue: Queue;

  beforeAll(async () => {
    app = await startAuthTestApp();
    connection = new Redis(app.redis.url, { maxRetriesPerRequest: null });
    queue = new Queue(eventQueueName('auth'), { prefix: queuePrefix(eventQueueName('auth')), connection });
  });
  afterAll(async () => {
    await queue.close();
    connection.disconnect();
    await app.close();
  });

  const mailing = (changes: Partial<TakedownMailing>): TakedownMailing => ({
    ...{ noticeId: uuidv7(), requestId: uuidv7(), type: 'video', ownerId: null, guest: null },
    ...{ kind: 'order', reason: 'Order 12 of 2026', ...changes },
  });
  /** Delivers an event twice under different ids, as after a flush of Redis, and returns its mails. */
  const deliver = async ({ name }: { name: string }, payload: TakedownMailing) => {
    for (const jobId of [uuidv7(), uuidv7()]) await queue.add(name, { payload }, { jobId });
    await eventually(async () => expect(await queue.getJobCountByTypes('waiting', 'active', 'delayed')).toBe(0));
    const mails = await app.rows<{ kind: string; to: string }>('SELECT kind, "to" FROM mails WHERE id = $1', [
      payload.noticeId,
    ]);
    return { mails, mail: await app.calls.call(authCalls.renderMail, { mailId: payload.noticeId }) };
  };

  it('an owner is mailed once why an output was taken down and how to object, and once when it is lifted', async () => {
    const { id: ownerId, email: to } = await app.signUp();
    const down = mailing({ ownerId });
    const { mails, mail } = await deliver(generationEvents.outputTakenDown, down);
    expect(mails).toEqual([{ kind: 'output_taken_down', to }]);
    expect(mail).toMatchObject({ subject: 'We took down your video' });
    expect(mail?.text).toContain('Reason: Order of a court or government. Order 12 of 2026');
    expect(mail?.text).toContain('https://luit.example/contact');
    expect(mail?.text).not.toContain('credit');
    const paid = await deliver(generationEvents.outputTakenDown, mailing({ ownerId, credits: 18 }));
    expect(paid.mail?.text).toContain('18 credits return to your balance.');
    const lift = mailing({ ownerId, type: 'restore', reason: 'The order was annulled' });
    const lifted = await deliver(generationEvents.takedownLifted, lift);
    expect(lifted.mails).toEqual([{ kind: 'takedown_lifted', to }]);
    expect(lifted.mail?.text).toContain('Our answer: The order was annulled');
    expect(lifted.mail?.text).toContain(`https://luit.example/restore-image?request=${lift.requestId}`);
  });

  it('a guest is mailed in the language of the order, with a link to the order once it is shown again', async () => {
    const guest = { email: 'ritu@example.com', language: 'hi' as const, accountId: uuidv7() };
    const down = await deliver(generationEvents.outputTakenDown, mailing({ guest }));
    expect(down.mails).toEqual([{ kind: 'output_taken_down', to: 'ritu@example.com' }]);
    expect(down.mail?.subject).toBe('हमने आपका वीडियो हटा दिया है');
    const lift = mailing({ guest });
    const lifted = await deliver(generationEvents.takedownLifted, lift);
    expect(lifted.mail?.text).toContain(`https://luit.example/order/${lift.requestId}?claim=`);
  });

  it('nobody is mailed without an address, and blocked owners are', async () => {
    expect((await deliver(generationEvents.outputTakenDown, mailing({}))).mails).toEqual([]);
    const { id: ownerId } = await app.signUp();
    await app.rows(`UPDATE users SET status = 'blocked' WHERE id = $1`, [ownerId]);
    expect((await deliver(generationEvents.outputTakenDown, mailing({ ownerId }))).mails).toHaveLength(1);
  });
});
