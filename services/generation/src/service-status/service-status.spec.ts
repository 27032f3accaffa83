import { generationCalls } from '@luit/contracts/generation/messages';
import { operationsCalls, operationsEvents } from '@luit/contracts/operations/messages';
import { eventually } from '@luit/platform/testing/eventually';
import { uuidv7 } from 'uuidv7';
import { GenerationTestApp } from '../test/generation-test-app';

describe('restrictions of the service', () => {
  let app: GenerationTestApp;
  const adminId = uuidv7();
  const reason = 'database upgrade';

  beforeAll(async () => {
    app = await GenerationTestApp.start();
  });
  afterAll(() => app.close());
  afterEach(async () => {
    await setPaused(false);
    await app.call(operationsCalls.removeBanner, { adminId });
    await app.call(operationsCalls.setQueuePaused, { adminId, name: 'submit', isPaused: false });
  });

  const setPaused = (isPaused: boolean) =>
    app.call(operationsCalls.setNewJobsPaused, { adminId, isPaused, reason: isPaused ? reason : undefined });
  const publicStatus = () => app.call(operationsCalls.getPublicStatus, {});
  const inOneHour = () => new Date(Date.now() + 3_600_000).toISOString();
  const actions = async (): Promise<{ action: string; details: Record<string, string> }[]> => {
    const rows = await app.database.query<{ payload: { action: string; details: Record<string, string> } }[]>(
      `SELECT payload FROM outbox WHERE name = $1 ORDER BY seq`,
      [operationsEvents.operatorActed.name],
    );
    return rows.map(({ payload: { action, details } }) => ({ action, details }));
  };
  const order = (accountId: string, idempotencyKey?: string) =>
    app.call(generationCalls.createPendingOrder, {
      userId: accountId,
      accountId,
      guestEmail: null,
      guestLanguage: null,
      type: 'video',
      prompt: 'a river at dawn',
      planId: '5s-480p',
      duration: 5,
      idempotencyKey,
    });

  it('a pause refuses new requests, orders and retries, and accepted jobs run to their end', async () => {
    const failed = await app.create();
    await app.set(failed.id, `state = 'failed', money_state = 'returned', completed_at = now()`);
    const accepted = await app.create({ idempotencyKey: 'before' });
    const paid = await order(uuidv7(), 'paid before');
    await setPaused(true);

    const refused = { code: 'generation_paused', retryAfterSeconds: expect.any(Number) as number };
    await expect(app.create()).rejects.toMatchObject(refused);
    await expect(order(uuidv7())).rejects.toMatchObject(refused);
    const retry = app.call(generationCalls.retryRequest, { requestId: failed.id, userId: failed.userId });
    await expect(retry).rejects.toMatchObject(refused);

    const repeated = await app.create({ userId: accepted.userId, idempotencyKey: 'before' });
    expect(repeated.id).toBe(accepted.id);
    expect(await order(paid.accountId, 'paid before')).toEqual(paid);
    await app.call(generationCalls.startPaidVideo, paid);
    expect(await app.get({ id: paid.requestId, userId: paid.accountId })).toMatchObject({ jobStatus: 'pending' });
    await app.submit(accepted.id);
    await app.succeed(accepted.id);
    expect(await app.get(accepted)).toMatchObject({ jobStatus: 'succeeded' });

    await setPaused(false);
    expect((await app.create()).jobStatus).toBe('pending');
  });

  it('waiting jobs have no estimate while new jobs or submissions are paused', async () => {
    const measured = await app.create();
    await app.submit(measured.id);
    await app.succeed(measured.id);
    const waiting = await app.create();
    await eventually(async () => expect((await app.get(waiting)).etaSeconds).not.toBeNull());
    await setPaused(true);
    expect((await app.get(waiting)).etaSeconds).toBeNull();
    await setPaused(false);
    expect((await app.get(waiting)).etaSeconds).not.toBeNull();
    await app.call(operationsCalls.setQueuePaused, { adminId, name: 'submit', isPaused: true, reason });
    await eventually(async () => expect((await app.get(waiting)).etaSeconds).toBeNull());
    expect(await publicStatus()).toMatchObject({ newJobsPaused: false, isWaitUnknown: true });
  });

  it('creators see a banner until its time, operators also its reason', async () => {
    const until = inOneHour();
    await app.call(operationsCalls.setBanner, { adminId, text: ' Upgrade at 10 pm ', until, reason });
    expect(await publicStatus()).toEqual({
      banner: { text: 'Upgrade at 10 pm', until },
      newJobsPaused: false,
      isWaitUnknown: false,
    });
    expect(await app.call(operationsCalls.getServiceStatus, {})).toMatchObject({
      banner: { text: 'Upgrade at 10 pm', until, reason, adminId },
      pause: null,
    });
    await app.database.query(`UPDATE service_restrictions SET until = now()`);
    await eventually(async () => expect((await publicStatus()).banner).toBeNull());
    expect(await app.call(operationsCalls.getServiceStatus, {})).toMatchObject({ banner: null });
  });

  it.each([-1, 31])('a banner that ends in %d days is rejected', async (days) => {
    const until = new Date(Date.now() + days * 86_400_000).toISOString();
    const banner = app.call(operationsCalls.setBanner, { adminId, text: 'Upgrade', until, reason });
    await expect(banner).rejects.toMatchObject({ code: 'validation_failed', details: { until: expect.anything() } });
  });

  it('each change is recorded once with its reason', async () => {
    await app.database.query(`DELETE FROM outbox WHERE name = $1`, [operationsEvents.operatorActed.name]);
    const pauses = await Promise.all([setPaused(true), setPaused(true)]);
    expect(pauses[0]).toMatchObject({ pause: { reason, adminId } });
    await setPaused(false);
    await setPaused(false);
    const until = inOneHour();
    await app.call(operationsCalls.setBanner, { adminId, text: 'Upgrade', until, reason });
    await app.call(operationsCalls.removeBanner, { adminId });
    await app.call(operationsCalls.removeBanner, { adminId });
    const recorded = await actions();
    expect(recorded).toEqual([
      { action: 'new_jobs_paused', details: { reason } },
      { action: 'new_jobs_resumed', details: {} },
      { action: 'banner_set', details: { text: 'Upgrade', until, reason } },
      { action: 'banner_removed', details: {} },
    ]);
    const paused = app.call(operationsCalls.setNewJobsPaused, { adminId, isPaused: true });
    await expect(paused).rejects.toMatchObject({ code: 'validation_failed' });
  });
});
