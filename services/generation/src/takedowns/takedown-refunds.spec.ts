import { generationEvents } from '@luit/contracts/generation/messages';
import { TAKEDOWN_KINDS, type TakedownKind } from '@luit/contracts/auth/takedown-kinds';
import type { TakedownMailing } from '@luit/contracts/generation/takedowns';
import { operationsCalls, operationsEvents } from '@luit/contracts/operations/messages';
import { eventually } from '@luit/platform/testing/eventually';
import * as fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { JobActionsService } from '../operations/job-actions.service';
import { GenerationTestApp } from '../test/generation-test-app';

describe('credits after a takedown', () => {
  let app: GenerationTestApp;
  const adminId = uuidv7();

  beforeAll(async () => {
    app = await GenerationTestApp.start({ providerConcurrency: 1_000, limits: { reconcileIntervalMs: 600_000 } });
  });
  afterAll(() => app.close());
  beforeEach(() => setting(true));

  const setting = (returnsCredits: boolean) =>
    app.call(operationsCalls.changeTakedownSettings, { adminId, returnsCredits });
  const finished = async () => {
    const { id } = await app.create();
    await app.submit(id);
    await app.succeed(id);
    return id;
  };
  const takeDown = (requestId: string, kind: TakedownKind = 'unlawful') =>
    app.call(operationsCalls.takeDown, { adminId, requestId, kind, reason: 'Reported', returnsCredits: true });
  const lift = (requestId: string) =>
    app.call(operationsCalls.liftTakedown, { adminId, requestId, reason: 'It is somebody else' });
  const refundByHand = (id: string) =>
    app.call(operationsCalls.applyJobAction, {
      ...{ adminId, action: 'refund', target: { id }, reason: 'goodwill', idempotencyKey: uuidv7() },
    });
  const job = (id: string) => app.call(operationsCalls.getJob, { id });
  /** The calls to billing about the request, after all recorded refunds were made. */
  const refundsOf = async (requestId: string) => {
    await app.resolve(JobActionsService).round();
    await eventually(async () =>
      expect(
        await app.database.query('SELECT FROM operation_items WHERE request_id = $1 AND done_at IS NULL', [requestId]),
      ).toEqual([]),
    );
    return app.billing.refunded.filter((id) => id === requestId).length;
  };
  const refundKeys = async (requestId: string) => {
    const rows = await app.database.query<{ key: string }[]>(
      `SELECT o.idempotency_key AS key FROM operation_items i JOIN operations o ON o.id = i.operation_id
        WHERE i.request_id = $1 ORDER BY o.id`,
      [requestId],
    );
    return rows.map(({ key }) => key);
  };
  /** The statements about credits in the mails about takedowns of the request. */
  const mailedCredits = async (requestId: string) => {
    const rows = await app.database.query<{ payload: TakedownMailing }[]>(
      `SELECT payload FROM outbox WHERE name = $1 AND payload ->> 'requestId' = $2 ORDER BY seq`,
      [generationEvents.outputTakenDown.name, requestId],
    );
    return rows.map(({ payload }) => payload.credits ?? 0);
  };

  it('none return until operators change the setting, which the audit log records once', async () => {
    await setting(false);
    const requestId = await finished();
    expect(await app.call(operationsCalls.getTakedownSettings, {})).toEqual({ returnsCredits: false });
    expect((await job(requestId)).takedownCredits).toBe(0);
    await takeDown(requestId);
    expect([await refundsOf(requestId), await mailedCredits(requestId)]).toEqual([0, [0]]);
    const by = uuidv7();
    for (let i = 0; i < 2; i += 1)
      await app.call(operationsCalls.changeTakedownSettings, { adminId: by, returnsCredits: true });
    const recorded = await app.database.query(
      `SELECT payload -> 'subject' AS subject, payload -> 'details' AS details FROM outbox
        WHERE name = $1 AND payload ->> 'adminId' = $2`,
      [operationsEvents.operatorActed.name, by],
    );
    expect(recorded).toEqual([{ subject: 'takedowns', details: { returnsCredits: 'false → true' } }]);
  });

  it.each(TAKEDOWN_KINDS)('a takedown for %s returns what the setting says, as it was announced', async (kind) => {
    const requestId = await finished();
    const { takedownCredits } = await job(requestId);
    expect(takedownCredits).toBe(18);
    await takeDown(requestId, kind);
    const credits = kind === 'intimate_imagery' ? 0 : 18;
    expect(await mailedCredits(requestId)).toEqual([credits]);
    expect(await refundsOf(requestId)).toBe(credits === 0 ? 0 : 1);
    const { takedowns } = await job(requestId);
    expect(takedowns).toMatchObject([{ returnedCredits: credits }]);
  });

  it('the refund is recorded in the audit log with the reason of the takedown', async () => {
    const requestId = await finished();
    await takeDown(requestId);
    await refundsOf(requestId);
    const recorded = await app.database.query<{ payload: object }[]>(
      `SELECT payload FROM outbox WHERE name = $1 AND payload ->> 'subject' = $2 ORDER BY seq`,
      [operationsEvents.operatorActed.name, requestId],
    );
    expect(recorded.map(({ payload }) => payload)).toMatchObject([
      { action: 'output_taken_down', adminId },
      { action: 'job_refunded', adminId, details: { credits: '18', reason: 'Taken down: Reported' } },
    ]);
  });

  it('a request that was refunded before returns nothing', async () => {
    const requestId = await finished();
    await refundByHand(requestId);
    expect((await job(requestId)).takedownCredits).toBe(0);
    await takeDown(requestId);
    expect([await refundsOf(requestId), await mailedCredits(requestId)]).toEqual([1, [0]]);
  });

  it.each([
    ['a video that was paid for directly', 'payer_id = user_id'],
    ['a free retry', 'payer_id = gen_random_uuid()'],
    ['a failed job', `state = 'failed', money_state = 'returned'`],
    ['a refunded job', `money_state = 'refunded'`],
  ])('%s returns nothing', async (_, change) => {
    const requestId = await finished();
    await app.set(requestId, change);
    await takeDown(requestId);
    expect([await refundsOf(requestId), await mailedCredits(requestId)]).toEqual([0, [0]]);
  });

  it('in any order of takedowns, lifts, refunds and settings, a takedown refunds at most once, and mails are true', async () => {
    const step = fc.oneof(
      fc.constantFrom(...TAKEDOWN_KINDS).map((kind) => (id: string) => takeDown(id, kind)),
      fc.constantFrom<(id: string) => Promise<unknown>>(lift, refundByHand, refundsOf),
      fc.boolean().map((returns) => () => setting(returns)),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), async (steps) => {
        await setting(true);
        const requestId = await finished();
        // Steps that are not possible now are refused.
        for (const take of steps) await Promise.resolve(take(requestId)).catch(() => undefined);
        const mailed = await mailedCredits(requestId);
        const byTakedowns = mailed.filter((credits) => credits > 0).length;
        expect(byTakedowns).toBeLessThanOrEqual(1);
        expect(await refundsOf(requestId)).toBeGreaterThanOrEqual(byTakedowns);
        // Billing returns credits once. A takedown never refunds credits that an operator refunded before.
        const recorded = (await refundKeys(requestId)).map((key) => key.startsWith('takedown:'));
        expect(recorded.filter(Boolean)).toHaveLength(byTakedowns);
        expect(recorded.slice(1)).not.toContain(true);
        const { takedowns } = await job(requestId);
        expect(takedowns.map(({ returnedCredits }) => returnedCredits).toReversed()).toEqual(mailed);
      }),
      { numRuns: 15 },
    );
  });
});
