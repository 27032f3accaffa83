// cspell:ignore ｌｏｎｅｌｙ
import { generationCalls } from '@luit/contracts/generation/messages';
import type { JobAction, JobFilter } from '@luit/contracts/operations/jobs';
import { operationsCalls, operationsEvents } from '@luit/contracts/operations/messages';
import { eventually } from '@luit/platform/testing/eventually';
import { uuidv7 } from 'uuidv7';
import { JobActionsService } from './job-actions.service';
import { GenerationTestApp, failure } from '../test/generation-test-app';

const REASON = 'the provider was down';

describe('job actions of operators', () => {
  let app: GenerationTestApp;
  const adminId = uuidv7();

  beforeAll(async () => {
    app = await GenerationTestApp.start({ limits: { reconcileIntervalMs: 600_000 } });
  });

  afterAll(() => app.close());

  const act = (action: JobAction, id: string, idempotencyKey: string = uuidv7()) =>
    app.call(operationsCalls.applyJobAction, { adminId, action, target: { id }, reason: REASON, idempotencyKey });
  const bulk = (action: JobAction, filter: JobFilter, expectedCount?: number, idempotencyKey: string = uuidv7()) =>
    app.call(operationsCalls.applyJobAction, {
      adminId,
      action,
      target: { filter, expectedCount },
      reason: REASON,
      idempotencyKey,
    });
  const preview = (action: JobAction, filter: JobFilter, by = adminId) =>
    app.call(operationsCalls.previewJobAction, { adminId: by, action, filter });
  const applyPreview = (action: JobAction, previewId: string, by = adminId) =>
    app.call(operationsCalls.applyJobAction, {
      adminId: by,
      action,
      target: { previewId },
      reason: REASON,
      idempotencyKey: uuidv7(),
    });
  const auditEvents = async (subject: string) => {
    const rows = await app.database.query<{ payload: { action: string; details: Record<string, string> } }[]>(
      `SELECT payload FROM outbox WHERE name = $1 AND payload ->> 'subject' = $2`,
      [operationsEvents.operatorActed.name, subject],
    );
    return rows.map(({ payload }) => [payload.action, payload.details] as const);
  };

  const affectedBy = async (subject: string) => {
    const rows = await app.database.query<{ userIds: string[] }[]>(
      `SELECT payload -> 'userIds' AS "userIds" FROM outbox WHERE name = $1 AND payload ->> 'subject' = $2`,
      [operationsEvents.operatorActed.name, subject],
    );
    return rows.flatMap(({ userIds }) => userIds);
  };

  async function returned() {
    const job = await app.create();
    await app.call(generationCalls.cancelRequest, { requestId: job.id, userId: job.userId });
    await app.set(job.id, `money_state = 'returned'`);
    return job;
  }

  async function succeeded(userId = uuidv7()) {
    const job = await app.create({ userId });
    await app.submit(job.id);
    await app.succeed(job.id);
    await app.set(job.id, `money_state = 'captured'`);
    return job;
  }

  it('a cancel returns the credits of a queued job, is audited once, and is idempotent [ADM-34, G-03]', async () => {
    const job = await app.create();
    const key = uuidv7();
    const first = await act('cancel', job.id, key);
    expect(first).toMatchObject({ jobs: 1, credits: 18, left: 0, refused: [] });
    expect(await act('cancel', job.id, key)).toEqual(first);
    expect((await app.row(job.id)).state).toBe('canceled');
    expect(await app.settled(job.id)).toHaveLength(1);
    expect(await auditEvents(job.id)).toEqual([['job_canceled', { credits: '18', reason: REASON }]]);
    expect(await affectedBy(job.id)).toEqual([job.userId]);
    await expect(act('cancel', job.id)).rejects.toMatchObject({ code: 'conflict' });
    await expect(act('refund', job.id, key)).rejects.toMatchObject({ code: 'idempotency_conflict' });
    await expect(act('cancel', uuidv7())).rejects.toMatchObject({ code: 'not_found' });
  });

  it('a retry of a returned job runs once for its owner, paid by an account that we fund [G-03]', async () => {
    const job = await returned();
    const before = app.billing.holds.size;
    const { created } = await act('retry', job.id);
    expect(created).toHaveLength(1);
    const again = await app.row(created[0]!);
    expect(again).toMatchObject({ user_id: job.userId, retry_of: job.id, prompt: 'a river at dawn', state: 'pending' });
    expect(app.billing.holds.size).toBe(before + 1);
    const hold = app.billing.holds.get(created[0]!)!;
    expect(hold.userId).toBe(again.payer_id);
    expect(hold.userId).not.toBe(job.userId);
    expect(app.billing.grants).toContainEqual(expect.objectContaining({ userId: hold.userId, credits: 18 }));
    await expect(act('retry', job.id)).rejects.toMatchObject({ code: 'conflict' });
    const { job: details, retries } = await app.call(operationsCalls.getJob, { id: job.id });
    expect(retries).toEqual([{ id: created[0], status: 'pending' }]);
    expect(details.is_free_retry).toBe(false);
    expect((await app.call(operationsCalls.getJob, { id: created[0]! })).job.is_free_retry).toBe(true);
  });

  it('a retry or refund without a reason is rejected, a cancel is not', async () => {
    const job = await returned();
    const without = (action: JobAction, id: string) =>
      app.call(operationsCalls.applyJobAction, { adminId, action, target: { id }, idempotencyKey: uuidv7() });
    const required = { code: 'validation_failed', details: { reason: expect.any(String) as string } };
    await expect(without('retry', job.id)).rejects.toMatchObject(required);
    await expect(without('refund', (await succeeded()).id)).rejects.toMatchObject(required);
    expect((await app.call(operationsCalls.getJob, { id: job.id })).retries).toEqual([]);
    expect(await without('cancel', (await app.create()).id)).toMatchObject({ jobs: 1 });
    await act('retry', job.id);
    expect(await auditEvents(job.id)).toEqual([
      ['job_retried', { credits: '18', new_request: expect.any(String), reason: REASON }],
    ]);
  });

  it('a failed retry returns its credits to the account that paid, not to the owner', async () => {
    const job = await returned();
    const { created } = await act('retry', job.id);
    await act('cancel', created[0]!);
    const [settlement] = (await app.settled(created[0])) as unknown as { userId: string }[];
    expect(settlement!.userId).toBe((await app.row(created[0]!)).payer_id);
  });

  it('a refund of a succeeded job goes through billing once [G-03]', async () => {
    const job = await succeeded();
    expect(await act('refund', job.id)).toMatchObject({ jobs: 1, credits: 18 });
    expect(app.billing.refunded.filter((id) => id === job.id)).toHaveLength(1);
    await app.publishHoldSettled(job.id, job.userId, 'refunded');
    await eventually(async () => expect((await app.row(job.id)).money_state).toBe('refunded'));
    await expect(act('refund', job.id)).rejects.toMatchObject({ code: 'conflict' });
    expect((await app.call(operationsCalls.getJob, { id: job.id })).may).toEqual({
      retry: false,
      cancel: false,
      refund: false,
    });
  });

  it('a bulk action applies to the previewed jobs, and conflicts if they changed [G-03]', async () => {
    const userId = uuidv7();
    const jobs = [await app.create({ userId }), await app.create({ userId }), await app.create({ userId })];
    const done = await succeeded(userId);
    const filter = { userId, status: 'pending' } as const;
    expect(await preview('refund', filter)).toMatchObject({ jobs: 3, credits: 54 });
    expect(await preview('refund', { userId })).toMatchObject({ jobs: 4, credits: 72 });
    await expect(bulk('refund', filter, 4)).rejects.toMatchObject({
      code: 'conflict',
      details: { jobs: 3, credits: 54 },
    });
    expect((await app.row(jobs[0]!.id)).state).toBe('pending');
    const key = uuidv7();
    const result = await bulk('refund', filter, 3, key);
    expect(result).toMatchObject({ jobs: 3, credits: 54, left: 0, refused: [] });
    expect(await bulk('refund', filter, 3, key)).toEqual(result);
    for (const { id } of jobs) {
      expect((await app.row(id)).state).toBe('canceled');
      expect(await auditEvents(id)).toEqual([
        ['job_refunded', { credits: '18', bulk: expect.any(String) as string, reason: REASON }],
      ]);
    }
    const [, details] = (await auditEvents(jobs[0]!.id))[0]!;
    expect(await affectedBy(details.bulk!)).toEqual([userId]);
    expect(await affectedBy(jobs[0]!.id)).toEqual([]);
    expect(await auditEvents(details.bulk!)).toEqual([
      ['jobs_refunded', { userId, status: 'pending', jobs: '3', credits: '54', reason: REASON }],
    ]);
    expect((await app.row(done.id)).state).toBe('succeeded');
    expect(await preview('refund', filter)).toMatchObject({ jobs: 0, credits: 0 });
  });

  it('a bulk action applies to the jobs of its preview, whatever matches the filter later [G-03]', async () => {
    const userId = uuidv7();
    const filter = { userId, status: 'pending' } as const;
    const [first, second] = [await app.create({ userId }), await app.create({ userId })];
    const { previewId, ...count } = await preview('cancel', filter);
    expect(count).toEqual({ jobs: 2, credits: 36 });
    const later = await app.create({ userId });
    await app.submit(second.id);
    await app.succeed(second.id);
    const [one, repeated] = await Promise.all([applyPreview('cancel', previewId), applyPreview('cancel', previewId)]);
    expect(repeated.operationId).toBe(one.operationId);
    const states = await Promise.all([first, second, later].map(async ({ id }) => (await app.row(id)).state));
    expect(states).toEqual(['canceled', 'succeeded', 'pending']);
    expect(await app.settled(first.id)).toHaveLength(1);
    const { operation, items } = await app.call(operationsCalls.getBulkOperation, {
      operationId: one.operationId,
      limit: 10,
    });
    expect(operation).toMatchObject({
      action: 'cancel',
      adminId,
      reason: REASON,
      jobs: 2,
      done: 1,
      refused: 1,
      left: 0,
    });
    expect(items.map(({ id, state, refusal }) => [id, state, refusal === null])).toEqual([
      [first.id, 'done', true],
      [second.id, 'refused', false],
    ]);
    const { items: listed } = await app.call(operationsCalls.listBulkOperations, { limit: 1 });
    expect(listed).toEqual([operation]);
    expect(await auditEvents(one.operationId)).toHaveLength(1);
  });

  it('a stored preview has the credits of each user', async () => {
    const [one, other] = [uuidv7(), uuidv7()];
    for (const userId of [one, one, other]) await app.create({ userId });
    const { previewId } = await preview('cancel', { userId: one });
    const stored = await app.call(operationsCalls.getJobPreview, { adminId, previewId });
    expect(stored).toEqual({ action: 'cancel', jobs: 2, credits: 36, amounts: [{ userId: one, amount: 36 }] });
  });

  it('a preview belongs to its operator and action, and expires', async () => {
    const userId = uuidv7();
    await app.create({ userId });
    const { previewId } = await preview('cancel', { userId });
    await expect(applyPreview('cancel', previewId, uuidv7())).rejects.toMatchObject({ code: 'not_found' });
    await expect(applyPreview('refund', previewId)).rejects.toMatchObject({ code: 'not_found' });
    await app.database.query(`UPDATE operation_previews SET created_at = now() - interval '16 minutes' WHERE id = $1`, [
      previewId,
    ]);
    await expect(applyPreview('cancel', previewId)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('refunds and bulk actions need a reason', async () => {
    const job = await app.create();
    const without = { adminId, idempotencyKey: uuidv7() };
    for (const request of [
      { ...without, action: 'refund' as const, target: { id: job.id } },
      { ...without, action: 'cancel' as const, target: { filter: { userId: job.userId } } },
    ]) {
      await expect(app.call(operationsCalls.applyJobAction, request)).rejects.toMatchObject({
        code: 'validation_failed',
      });
    }
    expect((await app.row(job.id)).state).toBe('pending');
  });

  it('items of a crashed process are resumed', async () => {
    const job = await app.create();
    const [{ id }] = (await app.database.query(
      `INSERT INTO operations (admin_id, action, idempotency_key, input, is_bulk)
       VALUES ($1, 'cancel', 'left', '{}', false) RETURNING id`,
      [adminId],
    )) as [{ id: string }];
    await app.database.query(
      `INSERT INTO operation_items (operation_id, request_id, credits, claimed_until) VALUES ($1, $2, 18, now() - interval '1 minute')`,
      [id, job.id],
    );
    await app.resolve(JobActionsService).round();
    expect((await app.row(job.id)).state).toBe('canceled');
  });

  it('listJobs filters by status, type, provider, owner, task and text, and counts the matches', async () => {
    const userId = uuidv7();
    const job = await app.create({ userId, prompt: 'a 100% unusual_heron' });
    await app.submit(job.id, `task-of-${job.id}`);
    const other = await app.create({ userId });
    const list = async (filter: JobFilter) => {
      const { items, total } = await app.call(operationsCalls.listJobs, { limit: 10, ...filter });
      return { ids: items.map(({ id }) => id), total };
    };
    for (const q of ['100% unusual_h', job.id, `task-of-${job.id}`]) {
      expect(await list({ q })).toEqual({ ids: [job.id], total: 1 });
    }
    const accented = await app.create({ prompt: 'heron at a lonely caf\u00e9 \u0915\u093c' });
    for (const q of ['LONELY CAFE\u0301', 'ｌｏｎｅｌｙ cafe', 'cafe \u0958'])
      expect((await list({ q })).ids).toEqual([accented.id]);
    expect(await list({ q: '100_ unusual' })).toEqual({ ids: [], total: 0 });
    expect(await list({ userId })).toEqual({ ids: [other.id, job.id], total: 2 });
    expect(await list({ userId, status: 'running' })).toEqual({ ids: [job.id], total: 1 });
    expect(await list({ userId, type: 'restore' })).toEqual({ ids: [], total: 0 });
    expect((await list({ userId, provider: 'replicate' })).total).toBe(2);
    await expect(list({ status: 'nonsense' as never })).rejects.toMatchObject({ code: 'validation_failed' });
  });

  it('getJob returns the timeline down to each provider call [JOB-01]', async () => {
    const job = await app.create();
    const claim = await app.claimSubmission(job.id, 'worker-7');
    if (claim.action !== 'submit') throw new Error('expected to submit');
    const input = {
      requestId: job.id,
      lease: claim.lease,
      result: 'rejected',
      failure: failure('moderation'),
    } as const;
    await app.call(generationCalls.recordSubmissionFailure, input);
    const details = await app.call(operationsCalls.getJob, { id: job.id });
    expect(details.job).toMatchObject({ id: job.id, status: 'failed', duration: 5, cost_credits: 18 });
    expect(details.error).toEqual({ kind: 'moderation', code: 'E_TEST', message: 'provider message' });
    expect(details.timeline.map(({ what, workerId }) => [what, workerId])).toEqual([
      ['accepted', null],
      ['submission claimed', 'worker-7'],
      ['failed', 'worker-7'],
    ]);
    await expect(app.call(operationsCalls.getJob, { id: uuidv7() })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('a repeated preview under the same key is the first one, also after its jobs were refunded', async () => {
    const userId = uuidv7();
    const job = await succeeded(userId);
    const idempotencyKey = uuidv7();
    const frozen = (input: string) =>
      app.call(operationsCalls.previewJobAction, {
        ...{ adminId, action: 'refund', filter: { userId } },
        repeat: { idempotencyKey, input },
      });
    const first = await frozen('one');
    const applied = await applyPreview('refund', first.previewId);
    expect(applied).toMatchObject({ jobs: 1 });
    await app.set(job.id, `money_state = 'refunded'`);
    expect(await frozen('one')).toEqual(first);
    expect(await applyPreview('refund', first.previewId)).toEqual(applied);
    await expect(frozen('another')).rejects.toMatchObject({ code: 'idempotency_conflict' });
  });
});
