import { hashOfApiKey } from '@luit/contracts/auth/api-key-format';
import { generationCalls, generationPushes } from '@luit/contracts/generation/messages';
import { type ClaimedRunnerJob, jobIdOf, type RunnerFacts } from '@luit/contracts/generation/runners';
import { CLAIM_WAIT_MS, MAX_RUNNERS_PER_TOKEN } from '@luit/contracts/generation/runner-limits';
import { eventually } from '@luit/platform/testing/eventually';
import { PushCollector } from '@luit/platform/testing/pushes';
import { randomUUID } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { GenerationTestApp } from '../test/generation-test-app';
import { MAX_ATTEMPTS } from './runner-rows';

const adminId = uuidv7();
const OUTPUT = { parts: ['runner-outputs/a.part'], bytes: 5, sha256: 'a'.repeat(64) };
const STALE = { code: 'stale_lease' };

describe('jobs of runners', () => {
  let app: GenerationTestApp;
  let pushes: PushCollector;
  let instance: string;
  let tokenId: string;

  beforeAll(async () => {
    app = await GenerationTestApp.start();
    pushes = await PushCollector.connect(app.redis.url, 'generation');
  });
  afterAll(async () => {
    await pushes.close();
    await app.close();
  });

  beforeEach(async () => {
    instance = `gpu-${randomUUID().slice(0, 8)}`;
    for (const id of [instance, `${instance}-b`]) {
      await app.database.query(
        `INSERT INTO provider_instances (id, kind, base_url, concurrency, submits_per_minute, polls_per_minute)
         VALUES ($1, 'runner', '', 1, 60, 60)`,
        [id],
      );
    }
    tokenId = (await createToken()).runnerToken.id;
  });

  const createToken = (models: string[] | null = null, of = instance) =>
    app.call(generationCalls.createRunnerToken, { adminId, instance: of, name: 'Attic', models });
  const facts = (change: Partial<RunnerFacts> = {}): RunnerFacts => ({
    ...{ runner: randomUUID(), slots: 1, engines: ['comfyui'], version: '0.1.0', gpu: 'RTX', holding: [] },
    ...change,
  });
  const appear = async (change: Partial<RunnerFacts> = {}, token = tokenId) => {
    const runner = facts(change);
    await app.call(generationCalls.recordRunners, { runners: [{ ...runner, tokenId: token }] });
    return runner;
  };
  const claim = async (runner: RunnerFacts, token = tokenId): Promise<ClaimedRunnerJob | null> =>
    (await app.call(generationCalls.claimRunnerJob, { ...runner, tokenId: token })).job;
  const submit = (clientRef: string = randomUUID(), model = 'wan', of = instance) =>
    app.call(generationCalls.submitRunnerJob, {
      id: uuidv7(),
      instance: of,
      clientRef,
      task: {
        ...{ model, route: null, type: 'video', prompt: 'a river', duration: 5 },
        resolution: '480p',
        restore: null,
        clientRef,
      },
      files: [{ name: 'image', key: 'runner-inputs/a.jpg', contentType: 'image/jpeg', bytes: 3 }],
    });
  const read = async (id: string) => (await app.call(generationCalls.readRunnerJobs, { ids: [id] })).jobs[0];
  const renew = (job: { id: string; lease: number }, token = tokenId) =>
    app.call(generationCalls.renewRunnerLease, { tokenId: token, id: job.id, lease: job.lease, progress: 40 });
  const end = (
    job: { id: string; lease: number },
    state: 'succeeded' | 'failed' | 'canceled' | 'returned',
    token = tokenId,
  ) =>
    app.call(generationCalls.recordRunnerResult, {
      ...{ tokenId: token, id: job.id, lease: job.lease, state },
      failure: state === 'failed' ? { kind: 'provider', code: 'oom', message: 'Out of memory' } : null,
      output: state === 'succeeded' ? OUTPUT : null,
    });
  const submitted = async (): Promise<string> => jobIdOf((await submit()).externalId ?? fail('not accepted'));
  const age = (id: string, columns: string) =>
    app.database.query(`UPDATE runner_jobs SET ${columns} WHERE id = $1`, [id]);
  const expireLease = (id: string) => age(id, `lease_until = now() - interval '1 second'`);
  const waitTooLong = (id: string) => age(id, `waiting_since = now() - interval '1 minute'`);

  const lose = async (id: string) => {
    await expireLease(id);
    await read(id);
    await waitTooLong(id);
    expect(await read(id)).toMatchObject({ state: 'lost' });
  };
  const refOf = async (requestId: string) => {
    const [row] = await app.database.query<[{ ref: string }]>(`SELECT client_ref AS ref FROM requests WHERE id = $1`, [
      requestId,
    ]);
    return row.ref;
  };
  /** A running request whose runner has lost its job. */
  const requestWithLostRunner = async (runner: RunnerFacts) => {
    const request = await app.create();
    const externalId = (await submit(await refOf(request.id))).externalId!;
    await app.submit(request.id, externalId);
    const job = (await claim(runner))!;
    await lose(job.id);
    return { request, job };
  };

  it('a job waits for a runner, which renews its lease and delivers the output once', async () => {
    const runner = await appear();
    const id = await submitted();
    expect(await read(id)).toMatchObject({ state: 'waiting' });
    const job = (await claim(runner))!;
    expect(job).toMatchObject({ id, lease: 1, leaseSeconds: 30, task: { prompt: 'a river', clientRef: id } });
    // Claims that wait end before the leases of jobs that runners held when they began.
    expect(job.leaseSeconds * 1_000).toBeGreaterThan(CLAIM_WAIT_MS);
    expect(job.files).toEqual([
      { name: 'image', path: `/runner/v1/jobs/${id}/files/0?lease=1`, contentType: 'image/jpeg', bytes: 3 },
    ]);
    expect(await claim({ ...runner, holding: [id] })).toBeNull();
    expect(await renew(job)).toEqual({ cancel: false });
    expect(await read(id)).toMatchObject({ state: 'running', progress: 40 });
    expect(await end(job, 'succeeded')).toEqual({ isRecorded: true });
    expect(await end(job, 'succeeded')).toEqual({ isRecorded: false });
    await expect(end(job, 'failed')).rejects.toMatchObject(STALE);
    expect(await read(id)).toMatchObject({ state: 'succeeded', output: OUTPUT });
  });

  it('once an operator stops the instance, jobs that no runner has claimed leave it at once, and what was tried there runs', async () => {
    const runner = await appear({ slots: 3 });
    const request = await app.create();
    const externalId = (await submit(await refOf(request.id))).externalId!;
    await app.submit(request.id, externalId);
    const state = (to: 'off' | 'on') =>
      app.call(generationCalls.setProviderState, { adminId, provider: instance, state: to, reason: 'Its fan is loud' });
    await app.set(request.id, `next_poll_at = now() + interval '1 minute'`);
    await state('off');
    const [{ isDue }] = await app.database.query<[{ isDue: boolean }]>(
      `SELECT next_poll_at <= now() AS "isDue" FROM requests WHERE id = $1`,
      [request.id],
    );
    expect(isDue).toBe(true);
    expect(await claim(runner)).toBeNull();
    expect(await read(jobIdOf(externalId))).toMatchObject({ state: 'lost' });
    const tried = await submitted();
    expect(await claim(runner)).toMatchObject({ id: tried });
    const pinned = await app.create();
    await app.waitForEntry('submit', pinned.id);
    await app.set(pinned.id, `resubmissions = 1, provider = '${instance}', dispatched_at = NULL`);
    await state('off');
    // It may have been dispatched to another route already.
    expect(await app.row(pinned.id)).toMatchObject({ state: 'pending', resubmissions: 0 });
    await state('on');
  });

  it('a submission is made once for a reference, and only while runners have free slots', async () => {
    expect(await submit()).toEqual({ result: 'offline', externalId: null });
    await appear();
    const clientRef = randomUUID();
    const results = await Promise.all([submit(clientRef), submit(clientRef), submit(clientRef)]);
    expect(new Set(results.map(({ externalId }) => externalId)).size).toBe(1);
    expect(await submit()).toEqual({ result: 'busy', externalId: null });
    expect(await app.call(generationCalls.findRunnerJob, { instance, clientRef })).toEqual({
      externalId: results[0].externalId,
    });
    expect(await app.call(generationCalls.findRunnerJob, { instance, clientRef: 'other' })).toEqual({
      externalId: null,
    });
    expect(await app.call(generationCalls.countRunners, { instance })).toEqual({ online: 1, slots: 1, gpus: ['RTX'] });
    await app.database.query(`UPDATE runners SET seen_at = now() - interval '1 minute' WHERE token_id = $1`, [tokenId]);
    expect(await app.call(generationCalls.countRunners, { instance })).toEqual({ online: 0, slots: 0, gpus: [] });
  });

  it('of many claims at once one gets the job', async () => {
    const runners = await Promise.all(Array.from({ length: 12 }, () => appear()));
    const id = await submitted();
    const claims = await Promise.all(runners.map((runner) => claim(runner)));
    expect(claims.filter(Boolean)).toMatchObject([{ id }]);
  });

  it('a runner that disappears costs its lease, and the job goes to another slot', async () => {
    const [first, second] = [await appear(), await appear()];
    const id = await submitted();
    const lost = (await claim(first))!;
    expect(await claim(second)).toBeNull();
    await expireLease(id);
    expect(await read(id)).toMatchObject({ state: 'waiting' });
    await eventually(async () =>
      expect(await pushes.payloads(generationPushes.runnerJobsWaiting)).toContainEqual({ instance, jobs: 1 }),
    );
    const taken = (await claim(second))!;
    expect(taken).toMatchObject({ id, lease: 2 });
    for (const call of [() => renew(lost), () => end(lost, 'succeeded'), () => end(lost, 'returned')])
      await expect(call()).rejects.toMatchObject(STALE);
    expect(await end(taken, 'succeeded')).toEqual({ isRecorded: true });
  });

  it('a lease that nobody else took is revived by its runner', async () => {
    const runner = await appear();
    const job = (await submitted(), await claim(runner))!;
    await expireLease(job.id);
    expect(await read(job.id)).toMatchObject({ state: 'waiting' });
    expect(await renew(job)).toEqual({ cancel: false });
    expect(await read(job.id)).toMatchObject({ state: 'running' });
  });

  it('a job without a runner is lost, and a new submission of it waits again', async () => {
    const runner = await appear();
    const clientRef = randomUUID();
    const { externalId } = await submit(clientRef);
    const id = jobIdOf(externalId!);
    const job = (await claim(runner))!;
    await lose(id);
    expect(await claim(runner)).toBeNull();
    await expect(renew(job)).rejects.toMatchObject(STALE);
    expect(await submit(clientRef)).toEqual({ result: 'accepted', externalId: `${id}.2` });
    expect(await read(id)).toMatchObject({ state: 'waiting' });
    expect(await renew(job)).toEqual({ cancel: false });
  });

  it('a runner that missed an answer or was restarted gets its job again at once', async () => {
    const runner = await appear();
    const id = await submitted();
    const first = (await claim(runner))!;
    const again = (await claim({ ...runner, holding: [] }))!;
    expect(again).toMatchObject({ id, lease: 2 });
    await expect(renew(first)).rejects.toMatchObject(STALE);
    expect(await claim({ ...runner, holding: [id] })).toBeNull();
  });

  it('a job that a runner gives back goes to another one', async () => {
    const [first, second] = [await appear(), await appear()];
    const id = await submitted();
    const job = (await claim(first))!;
    expect(await end(job, 'returned')).toEqual({ isRecorded: true });
    expect(await claim(second)).toMatchObject({ id, lease: 2 });
  });

  it.each(['lost', 'returned', 'claimed'])(`a job that was %s ${MAX_ATTEMPTS} times fails`, async (how) => {
    const runner = await appear();
    const id = await submitted();
    for (let i = 1; i <= MAX_ATTEMPTS; i += 1) {
      const job = (await claim(runner))!;
      expect(job).toMatchObject({ id, lease: i });
      if (how === 'returned') await end(job, 'returned');
      if (how === 'lost' || i === MAX_ATTEMPTS) await expireLease(id);
    }
    expect(await claim(runner)).toBeNull();
    expect(await read(id)).toMatchObject({ state: 'failed', failure: { code: 'runner_attempts' } });
  });

  it('a cancellation reaches the runner with its heartbeat, and ends a job that no runner has', async () => {
    const runner = await appear({ slots: 2 });
    const [waiting, running] = [await submitted(), await submitted()];
    const job = (await claim(runner))!;
    expect(job.id).toBe(waiting);
    for (const id of [waiting, running]) {
      expect(await app.call(generationCalls.cancelRunnerJob, { id })).toEqual({ result: 'accepted' });
    }
    expect(await read(running)).toMatchObject({ state: 'canceled' });
    expect(await claim({ ...runner, holding: [job.id] })).toBeNull();
    expect(await renew(job)).toEqual({ cancel: true });
    await end(job, 'canceled');
    expect(await read(waiting)).toMatchObject({ state: 'canceled' });
    expect(await app.call(generationCalls.cancelRunnerJob, { id: waiting })).toEqual({ result: 'too_late' });
  });

  it('a canceled job whose runner is silent ends with its lease', async () => {
    const job = (await submitted_(await appear()))!;
    await app.call(generationCalls.cancelRunnerJob, { id: job.id });
    await expireLease(job.id);
    expect(await read(job.id)).toMatchObject({ state: 'canceled' });
  });
  const submitted_ = async (runner: RunnerFacts) => {
    await submitted();
    return claim(runner);
  };

  it('a token sees the jobs of its instance and of its models only', async () => {
    const other = `${instance}-b`;
    const stolen = (await createToken(null, other)).runnerToken.id;
    const limited = (await createToken(['flux'])).runnerToken.id;
    const [runner, thief, drawer] = [await appear(), await appear({}, stolen), await appear({}, limited)];
    const id = await submitted();
    expect(await claim(thief, stolen)).toBeNull();
    expect(await claim(drawer, limited)).toBeNull();
    const job = (await claim(runner))!;
    expect(job.id).toBe(id);
    for (const token of [stolen, limited]) {
      for (const call of [() => renew(job, token), () => end(job, 'succeeded', token), () => file(job, token)])
        await expect(call()).rejects.toMatchObject(STALE);
    }
    const drawing = await submit(randomUUID(), 'flux');
    expect(await claim(drawer, limited)).toMatchObject({ id: jobIdOf(drawing.externalId!) });
  });
  const file = (job: ClaimedRunnerJob, token: string, index = 0) =>
    app.call(generationCalls.getRunnerFile, { tokenId: token, id: job.id, lease: job.lease, index });

  it('forged ids, leases and indexes are refused', async () => {
    const job = (await submitted_(await appear()))!;
    expect(await file(job, tokenId)).toEqual({ key: 'runner-inputs/a.jpg' });
    await expect(file(job, tokenId, 1)).rejects.toMatchObject({ code: 'not_found' });
    for (const forged of [
      { ...job, id: uuidv7() },
      { ...job, id: 'x' },
      { ...job, lease: job.lease + 1 },
    ]) {
      for (const call of [() => renew(forged), () => end(forged, 'succeeded'), () => file(forged, tokenId)])
        await expect(call()).rejects.toMatchObject(STALE);
    }
  });

  it('invented runners of a token fill no table, and a runner gets no more jobs than it has slots', async () => {
    const runners = Array.from({ length: MAX_RUNNERS_PER_TOKEN }, () => ({ ...facts(), tokenId }));
    await app.call(generationCalls.recordRunners, { runners });
    await app.call(generationCalls.recordRunners, { runners: [{ ...facts(), tokenId }] });
    const { runners: listed } = await app.call(generationCalls.listRunners, { instance });
    expect(listed).toHaveLength(MAX_RUNNERS_PER_TOKEN);
    await submitted();
    await submitted();
    const [greedy] = runners;
    const job = (await claim(greedy!))!;
    expect(await claim({ ...greedy!, holding: [job.id] })).toBeNull();
  });

  it('tokens are stored as hashes, listed without their secret and revoked at once', async () => {
    const { token, runnerToken } = await createToken(['wan']);
    const find = () => app.call(generationCalls.findRunnerToken, { tokenHash: hashOfApiKey(token) });
    expect(await find()).toEqual({ grant: { id: runnerToken.id, instance, models: ['wan'] } });
    const runner = await appear({ slots: 3 }, runnerToken.id);
    const id = await submitted();
    const job = (await claim(runner, runnerToken.id))!;
    const { tokens, runners } = await app.call(generationCalls.listRunners, { instance });
    expect(JSON.stringify([tokens, runners])).not.toContain(token);
    expect(tokens).toMatchObject([{ name: 'Attic' }, { last4: token.slice(-4), models: ['wan'] }]);
    expect(runners).toMatchObject([{ id: runner.runner, slots: 3, running: 1, isOnline: true, gpu: 'RTX' }]);
    const [{ hash }] = (await app.database.query(
      `SELECT encode(token_hash, 'hex') AS hash FROM runner_tokens WHERE id = $1`,
      [runnerToken.id],
    )) as [{ hash: string }];
    expect(hash).toBe(hashOfApiKey(token));

    const revoke = () =>
      app.call(generationCalls.revokeRunnerToken, {
        adminId,
        instance,
        tokenId: runnerToken.id,
        reason: 'The machine was sold',
      });
    await revoke();
    await revoke();
    await eventually(async () =>
      expect(await pushes.payloads(generationPushes.runnerTokenRevoked)).toContainEqual({ tokenId: runnerToken.id }),
    );
    expect(await find()).toEqual({ grant: null });
    await expect(renew(job, runnerToken.id)).rejects.toMatchObject(STALE);
    expect(await claim(runner, runnerToken.id)).toBeNull();
    expect(await read(id)).toMatchObject({ state: 'waiting' });
    const elsewhere = { adminId, instance: 'other', tokenId: runnerToken.id, reason: 'The machine was sold' };
    await expect(createToken(null, 'replicate')).rejects.toMatchObject({ code: 'not_found' });
    await expect(app.call(generationCalls.revokeRunnerToken, elsewhere)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('the end of a task makes the poll of its request due', async () => {
    const runner = await appear();
    const request = await app.create();
    await app.submit(request.id, (await submit(await refOf(request.id))).externalId!);
    await app.database.query(`UPDATE requests SET next_poll_at = now() + interval '1 hour' WHERE id = $1`, [
      request.id,
    ]);
    await end((await claim(runner))!, 'succeeded');
    expect(await app.pollDueInMs(request.id)).toBeLessThanOrEqual(0);
  });

  it('the output of a lost job is used when its request is submitted again', async () => {
    const { request, job } = await requestWithLostRunner(await appear());
    await expect(renew(job)).rejects.toMatchObject(STALE);
    await app.database.query(
      `UPDATE requests SET state = 'pending', external_id = NULL, client_ref = $2, dispatched_at = NULL WHERE id = $1`,
      [request.id, randomUUID()],
    );
    expect(await renew(job)).toEqual({ cancel: false });
    expect(await end(job, 'succeeded')).toEqual({ isRecorded: true });
    const submission = await submit(await refOf(request.id));
    expect(submission).toEqual({ result: 'accepted', externalId: `${job.id}.2` });
    expect(await read(job.id)).toMatchObject({ state: 'succeeded', output: OUTPUT });
  });

  it('the output of a lost job whose request timed out is a late result, and of a canceled one nothing', async () => {
    for (const kind of ['timeout', 'canceled'] as const) {
      const { request, job } = await requestWithLostRunner(await appear());
      const lease = await app.track(request.id);
      const failure = { kind: 'timeout', code: 'runner_lost', message: '' } as const;
      const outcome = kind === 'timeout' ? ({ kind: 'failed', failure } as const) : ({ kind: 'canceled' } as const);
      if (kind === 'canceled')
        await app.database.query(`UPDATE requests SET cancel_requested = true WHERE id = $1`, [request.id]);
      await app.call(generationCalls.settleJob, { requestId: request.id, lease, outcome });
      const delivery = end(job, 'succeeded');
      if (kind === 'canceled') {
        await expect(delivery).rejects.toMatchObject(STALE);
        continue;
      }
      expect(await delivery).toEqual({ isRecorded: true });
      const check = await app.call(generationCalls.claimLateResultCheck, { requestId: request.id, workerId: 'w' });
      expect(check).toMatchObject({ action: 'check', lateTask: `${job.id}.1`, task: { provider: instance } });
    }
  });

  it('files are kept while their request may need them', async () => {
    await appear();
    const request = await app.create();
    const externalId = (await submit(await refOf(request.id))).externalId!;
    const [id, unknown] = [jobIdOf(externalId), uuidv7()];
    const finished = async () => (await app.call(generationCalls.listFinishedRunnerJobs, { ids: [id, unknown] })).ids;
    expect(await finished()).toEqual([unknown]);
    await app.submit(request.id, externalId);
    await app.succeed(request.id);
    expect((await finished()).sort()).toEqual([id, unknown].sort());
    await app.database.query(
      `INSERT INTO model_checks (id, admin_id, kind, provider, model) VALUES ($1, $1, 'schema', 'drawer', 'a/b')`,
      [unknown],
    );
    expect(await finished()).toEqual([id]);
  });
});

function fail(message: string): never {
  throw new Error(message);
}
