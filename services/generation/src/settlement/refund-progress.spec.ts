import { billingEvents } from '@luit/contracts/billing/messages';
import type { RefundProgress } from '@luit/contracts/billing/refunds';
import { generationCalls } from '@luit/contracts/generation/messages';
import { Queues } from '@luit/platform/queues/queues';
import { eventually } from '@luit/platform/testing/eventually';
import { uuidv7 } from 'uuidv7';
import { GenerationTestApp } from '../test/generation-test-app';

describe('the refund of a directly paid video', () => {
  let app: GenerationTestApp;

  beforeAll(async () => {
    app = await GenerationTestApp.start();
  });
  afterAll(() => app.close());

  async function report(requestId: string, changes: Partial<RefundProgress>): Promise<void> {
    const ids = { requestId, buyerId: null, accountId: uuidv7(), orderId: uuidv7(), paymentId: 'pay_1' };
    const payload = { refundId: REFUND, send: 1, progress: 'sent', amountPaise: 1_800, ...ids, ...changes };
    const queue = app.resolve(Queues).named('events-generation');
    await queue.add(billingEvents.refundProgressed.name, { payload }, { jobId: uuidv7() });
    await eventually(async () => expect(await queue.getJobCountByTypes('waiting', 'active', 'delayed')).toBe(0));
  }
  const REFUND = uuidv7();

  it('is requested, delayed, sent or paid in another way, as billing last reported it, in any order of reports', async () => {
    const { id, userId } = await app.create();
    const money = async () => (await app.call(generationCalls.getRequest, { requestId: id, userId })).money;
    expect((await money()).refund).toBeUndefined();
    await app.set(id, `state = 'failed', completed_at = now(), money_state = 'refunded'`);
    expect((await money()).refund).toBe('requested');
    await report(id, { progress: 'delayed', send: 2 });
    expect((await money()).refund).toBe('delayed');
    await report(id, { progress: 'sent', send: 1 });
    expect((await money()).refund).toBe('delayed');
    await report(id, { progress: 'sent', send: 2 });
    expect((await money()).refund).toBe('sent');
    await report(id, { progress: 'delayed', send: 2 });
    expect((await money()).refund).toBe('sent');
    await report(id, { progress: 'delayed', send: 3 });
    expect((await money()).refund).toBe('delayed');
    await report(id, { progress: 'paid_otherwise', send: 3 });
    expect((await money()).refund).toBe('paid_otherwise');
  });

  it('of an unknown request, or of a purchase, changes nothing', async () => {
    await report(uuidv7(), {});
    await report(uuidv7(), { requestId: null });
  });
});
