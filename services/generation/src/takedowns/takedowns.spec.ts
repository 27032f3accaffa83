import { generationBroadcasts, generationCalls, generationEvents } from '@luit/contracts/generation/messages';
import { operationsCalls, operationsEvents } from '@luit/contracts/operations/messages';
import { TestBroadcasts } from '@luit/platform/testing/broadcasts';
import { eventually } from '@luit/platform/testing/eventually';
import { uuidv7 } from 'uuidv7';
import { AlertCauses } from '../alerts/alert-causes';
import { ErasuresService } from '../erasures/erasures.service';
import { GenerationTestApp } from '../test/generation-test-app';

describe('takedowns', () => {
  let app: GenerationTestApp;
  const adminId = uuidv7();

  beforeAll(async () => {
    app = await GenerationTestApp.start({ providerConcurrency: 1_000 });
  });
  afterAll(() => app.close());

  const finished = async () => {
    const record = await app.create();
    await app.submit(record.id);
    await app.succeed(record.id);
    await app.set(record.id, `poster_key = 'outputs/${record.id}.webp', image_key = 'uploads/${record.id}.png'`);
    return { userId: record.userId, requestId: record.id };
  };
  const takeDown = (requestId: string) =>
    app.call(operationsCalls.takeDown, {
      adminId,
      requestId,
      kind: 'intimate_imagery',
      reason: 'Reported by her',
      returnsCredits: true,
    });
  const lift = (requestId: string) =>
    app.call(operationsCalls.liftTakedown, { adminId, requestId, reason: 'It is somebody else' });
  const open = (requestId: string) =>
    app.call(operationsCalls.openTakenDownFile, { adminId, requestId, reason: 'Asked by the police' });
  const filesOf = (requestId: string) => [
    `outputs/${requestId}.mp4`,
    `outputs/${requestId}.webp`,
    `uploads/${requestId}.png`,
    `derived/${requestId}.mp4`,
    `derived/${requestId}.webp`,
  ];
  const share = (owned: { userId: string; requestId: string }) => {
    const page = { showsPrompt: false, isIndexed: false, expiresAt: null };
    return app.call(generationCalls.putShareLink, { ...owned, ...page });
  };
  const derive = (requestId: string) =>
    app.call(generationCalls.recordDerivation, {
      requestId,
      small: { key: `derived/${requestId}.mp4`, bytes: 10 },
      animation: { key: `derived/${requestId}.webp`, bytes: 10 },
    });
  const takenDown = async (requestId: string) =>
    (await app.call(generationCalls.listTakenDownFiles, { keys: filesOf(requestId) })).keys;

  /** Everything that gives someone a file or its key. */
  const uses = (owned: { userId: string; requestId: string }, token: string, zipId: string) => ({
    view: async () => (await app.get({ ...owned, id: owned.requestId })).outputKey,
    library: async () => {
      const { requests } = await app.call(generationCalls.listRequests, { userId: owned.userId, limit: 50 });
      return requests.find(({ id }) => id === owned.requestId)?.posterKey;
    },
    sync: async () => {
      const { requests } = await app.call(generationCalls.syncRequests, { userId: owned.userId, since: {} });
      return requests.find(({ id }) => id === owned.requestId)?.imageKey;
    },
    shared: async () => (await app.call(generationCalls.openShareLink, { token })).outputKey,
    share: async () => (await share(owned)).link.token,
    zip: async () => (await app.call(generationCalls.openZipDownload, { id: zipId })).entries[0]?.outputKey,
    derived: async () => (await app.call(generationCalls.getDerivedFiles, owned)).derived?.small?.key,
    example: async () => (await app.call(generationCalls.listExamples, {})).examples[0]?.outputKey,
    job: async () => (await app.call(operationsCalls.getJob, { id: owned.requestId })).outputKey,
    remix: async () =>
      (await app.call(generationCalls.remixRequest, { ...owned, prompt: 'again', idempotencyKey: uuidv7() })).id,
    extend: async () => (await app.create({ userId: owned.userId, extendOf: owned.requestId })).id,
  });

  it('hides the files of a request everywhere, and shows them again once it is lifted', async () => {
    const owned = await finished();
    const { requestId } = owned;
    const { link } = await share(owned);
    await derive(requestId);
    await app.call(operationsCalls.addExample, { adminId, requestId, title: 'Lamps', ownerAgreed: true });
    const { id: zipId } = await app.call(generationCalls.createZipDownload, {
      userId: owned.userId,
      requestIds: [requestId],
    });
    const all = Object.entries(uses(owned, link.token, zipId));
    const given = async () => {
      const named = await Promise.all(all.map(async ([name, use]) => [name, await use().catch(() => null)] as const));
      return named.filter(([, value]) => value).map(([name]) => name);
    };
    const everywhere = all.map(([name]) => name);
    expect(await given()).toEqual(everywhere);
    expect(await takenDown(requestId)).toEqual([]);

    await takeDown(requestId);
    expect((await takenDown(requestId)).toSorted()).toEqual(filesOf(requestId).toSorted());
    const { outputKey, imageKey, takedown, sequence } = await app.get({ ...owned, id: requestId });
    expect([outputKey, imageKey]).toEqual([null, null]);
    expect(takedown).toMatchObject({ kind: 'intimate_imagery', reason: 'Reported by her' });
    expect(await given()).toEqual([]);

    await lift(requestId);
    expect(await takenDown(requestId)).toEqual([]);
    expect(await app.get({ ...owned, id: requestId })).toMatchObject({
      outputKey: `outputs/${requestId}.mp4`,
      takedown: null,
      sequence: sequence + 1,
    });
    expect(await given()).toEqual(everywhere);
    expect(await app.timeline(requestId)).toEqual(expect.arrayContaining(['taken down', 'takedown lifted']));
  });

  it('its input image cannot be used again: not by its link, not by a retry or a remix of another request, and not for an order', async () => {
    const { userId, requestId } = await finished();
    const imageKey = `uploads/${requestId}.png`;
    const other = await app.create({ userId });
    await app.submit(other.id);
    await app.succeed(other.id);
    const failed = await app.create({ userId });
    await app.call(generationCalls.cancelRequest, { userId, requestId: failed.id });
    for (const { id } of [other, failed]) await app.set(id, `type = 'image_video', image_key = '${imageKey}'`);
    const first = { userId, type: 'image_video', imageKey } as const;
    const last = { ...first, imageKey: `uploads/${uuidv7()}.png`, lastImageKey: imageKey };
    const photo = { userId, type: 'restore', prompt: '', imageKey } as const;
    const restore = { quality: 'standard', enhancement: 'standard', colorRestoration: false } as const;
    const order = {
      accountId: uuidv7(),
      guestEmail: null,
      guestLanguage: null,
      planId: '5s-480p',
      prompt: 'a river',
      duration: 5,
    };
    const made = [
      () => app.create(first),
      () => app.create(last),
      () => app.create({ ...photo, restore }),
      () => app.call(generationCalls.remixRequest, { userId, requestId: other.id, prompt: 'again' }),
      () => app.call(generationCalls.retryRequest, { userId, requestId: failed.id }),
      () => app.call(generationCalls.createPendingOrder, { ...order, ...first }),
    ];
    await takeDown(requestId);
    for (const make of made) {
      await expect(make()).rejects.toMatchObject({ code: 'validation_failed', message: 'This image was taken down.' });
    }
    await lift(requestId);
    for (const make of made) await make();
  });

  it('an order that is not paid yet and has its input image is deleted, and a payment for it is refunded', async () => {
    const { requestId } = await finished();
    const imageKey = `uploads/${requestId}.png`;
    const order = (image: string) => {
      const accountId = uuidv7();
      const guest = { userId: accountId, accountId, guestEmail: null, guestLanguage: null };
      const video = {
        type: 'image_video',
        prompt: 'a river',
        planId: '5s-480p',
        duration: 5,
        imageKey: image,
      } as const;
      return app.call(generationCalls.createPendingOrder, { ...guest, ...video });
    };
    const [using, other] = [await order(imageKey), await order(`uploads/${uuidv7()}.png`)];
    await takeDown(requestId);
    await app.call(generationCalls.startPaidVideo, using);
    expect(await app.settled(using.requestId)).toMatchObject([
      { userId: using.accountId, outcome: 'rejected', credits: using.credits },
    ]);
    await app.call(generationCalls.startPaidVideo, other);
    expect(await app.get({ id: other.requestId, userId: other.accountId })).toMatchObject({ jobStatus: 'pending' });
  });

  it('tells operators who took it down and lifted it, the audit log, the owner and every gateway', async () => {
    const { userId, requestId } = await finished();
    const heard: unknown[] = [];
    const broadcasts = TestBroadcasts.connect(app.redis.url);
    await broadcasts.subscribe(generationBroadcasts.takedownChanged, (payload) => void heard.push(payload));
    await takeDown(requestId);
    await lift(requestId);
    await takeDown(requestId);
    const { takedowns } = await app.call(operationsCalls.getJob, { id: requestId });
    expect(takedowns).toMatchObject([
      { takenDownBy: adminId, liftedAt: null, liftedBy: null },
      { takenDownBy: adminId, liftedBy: adminId, liftReason: 'It is somebody else' },
    ]);
    const acted = await app.database.query<{ payload: object }[]>(
      `SELECT payload FROM outbox WHERE name = $1 AND payload ->> 'subject' = $2 ORDER BY id`,
      [operationsEvents.operatorActed.name, requestId],
    );
    const down = { action: 'output_taken_down', adminId, userIds: [userId], details: { kind: 'intimate_imagery' } };
    expect(acted.map(({ payload }) => payload)).toMatchObject([
      down,
      { action: 'takedown_lifted', details: { reason: 'It is somebody else' } },
      down,
    ]);
    const updates = (await app.updates(requestId)).filter(({ completedAt }) => completedAt !== null);
    expect(updates.map(({ takedown }) => takedown?.kind ?? null)).toEqual([
      null,
      'intimate_imagery',
      null,
      'intimate_imagery',
    ]);
    const expected = updates.slice(1).map(({ sequence }) => ({ requestId, sequence }));
    await eventually(() => expect(heard).toMatchObject(expected));
    await broadcasts.close();
  });

  it('auth is told once about each takedown and lift, with the owner or the address of the guest', async () => {
    const { userId, requestId } = await finished();
    const published = ({ name }: { name: string }) =>
      app.database.query<{ payload: object }[]>(
        `SELECT payload FROM outbox WHERE name = $1 AND payload ->> 'requestId' = $2 ORDER BY id`,
        [name, requestId],
      );
    await takeDown(requestId);
    await lift(requestId);
    const about = { requestId, type: 'video', kind: 'intimate_imagery' };
    const owner = { ownerId: userId, guest: null };
    const { outputTakenDown, takedownLifted } = generationEvents;
    expect(await published(outputTakenDown)).toMatchObject([
      { payload: { ...about, ...owner, reason: 'Reported by her' } },
    ]);
    expect(await published(takedownLifted)).toMatchObject([
      { payload: { ...about, ...owner, reason: 'It is somebody else' } },
    ]);
    await app.set(requestId, `payer_id = user_id, guest_email = 'ritu@example.com', guest_language = 'hi'`);
    await takeDown(requestId);
    const guest = { email: 'ritu@example.com', language: 'hi', accountId: userId };
    expect((await published(outputTakenDown))[1]).toMatchObject({ payload: { ...about, ownerId: null, guest } });
  });

  it('is refused for jobs in progress, twice, and for unknown jobs; lifting needs a takedown', async () => {
    const running = await app.create();
    await expect(takeDown(running.id)).rejects.toMatchObject({ code: 'conflict' });
    await expect(takeDown(uuidv7())).rejects.toMatchObject({ code: 'not_found' });
    const { requestId } = await finished();
    await expect(lift(requestId)).rejects.toMatchObject({ code: 'conflict' });
    const both = await Promise.allSettled([takeDown(requestId), takeDown(requestId)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('takedowns and lifts are counted in the quarter in which they happened, in the time zone of India', async () => {
    const { userId, requestId } = await finished();
    await app.database.query(
      `INSERT INTO takedowns (request_id, user_id, kind, reason, file_keys, taken_down_by, taken_down_at, lifted_at, lifted_by, lift_reason)
       SELECT $1, $2, kind, '-', '{}', $2, down::timestamptz, up::timestamptz, $2, '-' FROM (VALUES
         ('order', '2025-03-31T18:29:59Z', '2025-03-31T18:30:00Z'), ('order', '2025-03-31T18:30:00Z', '2025-06-30T18:29:59Z'),
         ('order', '2025-06-30T18:29:59Z', '2025-06-30T18:30:00Z'), ('unlawful', '2025-06-30T18:30:00Z', '2025-07-01T00:00:00Z')
       ) AS t (kind, down, up)`,
      [requestId, userId],
    );
    const { kinds } = await app.call(operationsCalls.countTakedowns, { quarter: '2025-Q2' });
    expect(kinds.find(({ kind }) => kind === 'order')).toEqual({ kind: 'order', takedowns: 2, lifts: 2 });
    expect(kinds.find(({ kind }) => kind === 'unlawful')).toEqual({ kind: 'unlawful', takedowns: 0, lifts: 0 });
  });

  it('its owner cannot delete the files for 180 days, also from the trash, unless it is lifted', async () => {
    const owned = await finished();
    const { requestId } = owned;
    const deleting = [
      () => app.call(generationCalls.moveToTrash, owned),
      () => app.call(generationCalls.deleteRequest, owned),
    ];
    await app.call(generationCalls.moveToTrash, owned);
    await takeDown(requestId);
    const trashed = (await app.call(generationCalls.listTrash, { userId: owned.userId, limit: 50 })).items;
    expect(trashed).toEqual([]);
    for (const remove of deleting) await expect(remove()).rejects.toThrow('evidence for 180 days');
    const takenDown = (days: number) =>
      app.set(requestId, `takedown = takedown || jsonb_build_object('takenDownAt', now() - interval '${days} days')`);
    await takenDown(179);
    await expect(app.call(generationCalls.deleteRequest, owned)).rejects.toMatchObject({ code: 'conflict' });
    await takenDown(180);
    await app.call(generationCalls.moveToTrash, owned);
    const other = await finished();
    await takeDown(other.requestId);
    await lift(other.requestId);
    await app.call(generationCalls.deleteRequest, other);
    await expect(takeDown(other.requestId)).rejects.toThrow('have been erased');
  });

  it('the deletion of its account keeps its files as evidence for 180 days, and erases everything else', async () => {
    const owned = await finished();
    const { userId, requestId } = owned;
    const imageKey = `uploads/${requestId}.png`;
    const other = await app.create({ userId });
    await app.submit(other.id);
    await app.succeed(other.id);
    await app.set(other.id, `image_key = '${imageKey}'`);
    await share(owned);
    await derive(requestId);
    await takeDown(requestId);
    const listed = (id: string) => app.call(generationCalls.listErasableFiles, { requestId: id });
    const erase = async () => {
      const { left } = await app.call(generationCalls.eraseRequests, { userId });
      return left;
    };
    expect(await erase()).toBe(2);
    expect((await listed(requestId)).keptKeys.toSorted()).toEqual(filesOf(requestId).toSorted());
    // It does not remove the image that is evidence of another one.
    expect(await listed(other.id)).toEqual({ keys: [`outputs/${other.id}.mp4`], keptKeys: [] });
    for (const id of [requestId, other.id]) await app.call(generationCalls.recordErased, { requestId: id });
    expect(await erase()).toBe(0);

    expect(await takenDown(requestId)).toHaveLength(5);
    expect(await open(requestId)).toEqual({ key: `outputs/${requestId}.mp4` });
    const { keys: unused } = await app.call(generationCalls.listUnusedImages, { keys: [imageKey] });
    expect(unused).toEqual([]);
    expect(await app.row(requestId)).toMatchObject({ prompt: '', fingerprint: null, options: null });
    expect(await app.call(operationsCalls.getJob, { id: requestId })).toMatchObject({
      outputKey: null,
      imageKey: null,
    });
    const reconcile = () => app.resolve(ErasuresService).retryOverdue();
    await reconcile();
    expect(await listed(requestId)).toEqual({ keys: null, keptKeys: [] });

    const before = `takedown = takedown || jsonb_build_object('takenDownAt', now() - interval '180 days')`;
    await app.set(requestId, `${before}, evidence_until = now(), erase_at = now() - interval '1 minute'`);
    await reconcile();
    const due = await listed(requestId);
    expect(due.keys?.toSorted()).toEqual([...filesOf(requestId).slice(0, 2), imageKey].toSorted());
    expect(due.keptKeys).toEqual([]);
    await app.call(generationCalls.recordErased, { requestId });
    expect(await app.row(requestId)).toMatchObject({ output_key: null, image_key: null, evidence_until: null });
    expect(await app.call(generationCalls.listUnusedImages, { keys: [imageKey] })).toEqual({ keys: [imageKey] });
    await expect(open(requestId)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('files that are no evidence any more are erased with their account, and kept ones once their takedown is lifted', async () => {
    const [old, lifted] = [await finished(), await finished()];
    for (const { requestId } of [old, lifted]) await takeDown(requestId);
    const before = `takedown = takedown || jsonb_build_object('takenDownAt', now() - interval '180 days')`;
    await app.set(old.requestId, before);
    for (const { userId, requestId } of [old, lifted]) {
      await app.call(generationCalls.eraseRequests, { userId });
      const { keptKeys } = await app.call(generationCalls.listErasableFiles, { requestId });
      expect(keptKeys).toHaveLength(requestId === old.requestId ? 0 : 3);
      await app.call(generationCalls.recordErased, { requestId });
    }
    await lift(lifted.requestId);
    await app.set(lifted.requestId, `erase_at = now() - interval '1 minute'`);
    await app.resolve(ErasuresService).retryOverdue();
    const { keys } = await app.call(generationCalls.listErasableFiles, { requestId: lifted.requestId });
    expect(keys).toHaveLength(3);
  });

  it('operators open the file with a reason in the audit log, while it is taken down', async () => {
    const { userId, requestId } = await finished();
    await expect(open(requestId)).rejects.toMatchObject({ code: 'not_found' });
    await takeDown(requestId);
    expect(await open(requestId)).toEqual({ key: `outputs/${requestId}.mp4` });
    const [look] = await app.database.query<{ payload: object }[]>(
      `SELECT payload FROM outbox WHERE name = $1 AND payload ->> 'subject' = $2 ORDER BY id DESC LIMIT 1`,
      [operationsEvents.operatorActed.name, requestId],
    );
    expect(look?.payload).toMatchObject({
      action: 'taken_down_output_viewed',
      adminId,
      details: { reason: 'Asked by the police' },
      userIds: [userId],
    });
    await lift(requestId);
    await expect(open(requestId)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is proof: the database refuses to change or delete it', async () => {
    const { requestId } = await finished();
    await takeDown(requestId);
    const change = (sql: string) => app.database.query(`${sql} WHERE request_id = $1`, [requestId]);
    await expect(change(`UPDATE takedowns SET reason = 'another'`)).rejects.toThrow('append-only');
    await expect(change('DELETE FROM takedowns')).rejects.toThrow('append-only');
    await lift(requestId);
    await expect(change('UPDATE takedowns SET lifted_at = NULL, lifted_by = NULL, lift_reason = NULL')).rejects.toThrow(
      'append-only',
    );
  });

  it('three takedowns of an account within a year are listed, and raise an alert for a week; lifted and older ones do not', async () => {
    const listed = async (userId: string) => {
      const { accounts } = await app.call(operationsCalls.listRepeatedTakedowns, {});
      const causes = await app.resolve(AlertCauses).list();
      return {
        takedowns: accounts.find((account) => account.userId === userId)?.takedowns,
        hasAlert: causes.some(({ kind, subject }) => kind === 'takedowns_repeated' && subject === userId),
      };
    };
    const takenDownBefore = async (userId: string, days: number) => {
      const { id } = await app.create({ userId });
      await app.database.query(
        `INSERT INTO takedowns (request_id, user_id, kind, reason, file_keys, taken_down_at, taken_down_by)
         VALUES ($1, $2, 'unlawful', 'Hate', '{}', now() - $3 * interval '1 day', $4)`,
        [id, userId, days, adminId],
      );
      return id;
    };
    const [current, past] = [uuidv7(), uuidv7()];
    for (const days of [366, 30, 20]) await takenDownBefore(current, days);
    expect(await listed(current)).toEqual({ takedowns: undefined, hasAlert: false });
    const latest = await takenDownBefore(current, 1);
    expect(await listed(current)).toEqual({ takedowns: 3, hasAlert: true });
    await lift(latest);
    expect(await listed(current)).toEqual({ takedowns: undefined, hasAlert: false });
    for (const days of [30, 20, 8]) await takenDownBefore(past, days);
    expect(await listed(past)).toEqual({ takedowns: 3, hasAlert: false });
  });
});
