import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { RequestRecord } from '@luit/contracts/generation/requests';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import request from 'supertest';
import { type GatewayTestApp, recordOf, startGatewayTestApp } from '../../test/gateway-test-app';
import { TestApiKeys } from '../../test/test-api-keys';
import { picture } from '../../test/test-images';

const OUTPUT = 'outputs/1/photo.png';

describe('/v1/restorations', () => {
  let gateway: GatewayTestApp;
  let keys: TestApiKeys;
  let keyId: string;
  let headers: Record<string, string>;
  let records: RequestRecord[] = [];
  let photo: Buffer;

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
    photo = await picture('jpeg');
    keys = new TestApiKeys(gateway.services);
    ({ id: keyId, headers } = keys.add(gateway.user.id));
    for (const folder of ['outputs/1', 'uploads']) await mkdir(join(gateway.storageDir, folder), { recursive: true });
    await writeFile(join(gateway.storageDir, OUTPUT), 'a restored photo');
    const { services } = gateway;
    services.answer(generationCalls.listPlans, () => ({
      plans: [],
      models: [],
      imageModels: [],
      restorePlans: [{ id: 'restore-high', quality: 'high' as const, credits: 12 }],
      restoreModel: 'gfpgan',
      retired: [],
      colorRestorationRefusal: null,
    }));
    services.answer(generationCalls.createRequest, (input) => {
      const { userId, type, restore = null, apiKeyId = null, metadata = {}, imageKey = null } = input;
      const fields = { type, restore, apiKeyId, metadata, imageKey, options: null, duration: null };
      const record = recordOf(userId, { ...fields, jobStatus: 'pending', prompt: '', model: 'gfpgan', credits: 12 });
      records = [record, ...records];
      return record;
    });
    services.answer(generationCalls.getRequest, ({ requestId }) => find(requestId));
    services.answer(generationCalls.listRequests, () => ({
      ...{ requests: records, favorites: [], shared: [], nextCursor: null },
    }));
    services.answer(generationCalls.cancelRequest, ({ requestId }) =>
      Object.assign(find(requestId), { canceled: true, jobStatus: 'canceled', status: 'failed' }),
    );
    services.answer(generationCalls.deleteRequest, () => ({}));
  });
  beforeEach(() => {
    records = [];
  });
  afterAll(() => gateway.close());

  function find(id: string): RequestRecord {
    const record = records.find((each) => each.id === id);
    if (!record) throw new LuitError('not_found', 'Request not found.');
    return record;
  }
  const get = (path: string) => request(gateway.url).get(path).set(headers);
  const post = (more: Record<string, string> = headers) => request(gateway.url).post('/v1/restorations').set(more);

  it('more: a program restores a photo from a form, polls it, and downloads it', async () => {
    const form = post().field('quality', 'high').field('color_restoration', 'true').field('metadata[order]', '1742');
    const { body: created } = (await form.attach('image', photo, 'photo.jpg').expect(200)) as { body: { id: string } };
    expect(created).toEqual({
      id: expect.any(String) as string,
      object: 'restoration',
      status: 'queued',
      progress: 0,
      created_at: expect.any(Number) as number,
      completed_at: null,
      expires_at: null,
      error: null,
      quality: 'high',
      enhancement: 'standard',
      color_restoration: true,
      luit: {
        ...{ credits: 12, money: 'held', queue_position: null, eta_seconds: 12, canceled: false, sequence: 3 },
        ...{ api_key_id: keyId, metadata: { order: '1742' }, taken_down: false, set: null, test: false },
      },
    });
    expect(gateway.services.received(generationCalls.createRequest)).toEqual([
      {
        ...{ userId: gateway.user.id, apiKeyId: keyId, type: 'restore', prompt: '' },
        restore: { quality: 'high', enhancement: 'standard', colorRestoration: true },
        metadata: { order: '1742' },
        imageKey: expect.stringMatching(/^uploads\//) as string,
        imageHash: expect.any(String) as string,
      },
    ]);
    await get(`/v1/restorations/${created.id}/content`).expect(409);
    Object.assign(find(created.id), { jobStatus: 'succeeded', status: 'completed', outputKey: OUTPUT });
    expect((await get(`/v1/restorations/${created.id}`).expect(200)).body).toMatchObject({ status: 'completed' });
    const content = await get(`/v1/restorations/${created.id}/content`).buffer(true).expect(200);
    expect((content.body as Buffer).toString()).toBe('a restored photo');
    await get(`/v1/restorations/${created.id}/content?variant=thumbnail`).expect(404);
  });

  it('JSON carries the photo as a data URL; without a photo the field is named', async () => {
    const image_url = `data:image/jpeg;base64,${photo.toString('base64')}`;
    await post().send({ image: { image_url } }).expect(200);
    for (const input of [{}, { image: { image_url: 'http://169.254.169.254/' } }, { image: 'photo' }]) {
      const { body } = await post().send(input).expect(400);
      expect(body).toMatchObject({ code: 'validation_failed', error: { param: 'image' } });
    }
    const { body } = await post().send({ image: { image_url }, quality: 'best' }).expect(400);
    expect(body).toMatchObject({ error: { param: 'quality' } });
  });

  it('a refused photo is deleted', async () => {
    gateway.services.answer(generationCalls.createRequest, () => {
      throw new LuitError('insufficient_credits', 'You need 12 credits');
    });
    const folder = join(gateway.storageDir, 'uploads');
    const before = await readdir(folder);
    await post().attach('image', photo, 'photo.jpg').expect(402);
    expect(await readdir(folder)).toEqual(before);
  });

  it('a key without the model may not restore, and gets no quote', async () => {
    const { headers: limited } = keys.add(gateway.user.id, { models: ['seedance'] });
    await post(limited).attach('image', photo, 'photo.jpg').expect(403);
    const quote = (who: Record<string, string>, quality: string) =>
      request(gateway.url).post('/v1/quotes').set(who).send({ quality });
    await quote(limited, 'high').expect(403);
    const { body } = await quote(headers, 'high').expect(200);
    expect(body).toEqual({ object: 'quote', model: 'gfpgan', seconds: null, resolution: 'high', credits: 12 });
    await quote(headers, 'ultra').expect(400);
  });

  it('restorations are listed, canceled and deleted; videos are none', async () => {
    const restore = { quality: 'high', enhancement: 'standard', colorRestoration: false } as const;
    const record = recordOf(gateway.user.id, { type: 'restore', restore });
    const video = recordOf(gateway.user.id);
    records = [record];
    const { body } = await get('/v1/restorations?order=asc').expect(200);
    expect(body).toMatchObject({ object: 'list', data: [{ id: record.id }], first_id: record.id, has_more: false });
    expect(gateway.services.received(generationCalls.listRequests)).toMatchObject([
      { types: ['restore'], order: 'asc' },
    ]);
    const canceled = await request(gateway.url).post(`/v1/restorations/${record.id}/cancel`).set(headers).expect(200);
    expect(canceled.body).toMatchObject({ status: 'failed', error: { code: 'canceled' } });
    const deleted = await request(gateway.url).delete(`/v1/restorations/${record.id}`).set(headers).expect(200);
    expect(deleted.body).toEqual({ id: record.id, object: 'restoration.deleted', deleted: true });
    records = [video];
    await get(`/v1/restorations/${video.id}`).expect(404);
    await request(gateway.url).delete(`/v1/restorations/${video.id}`).set(headers).expect(404);
  });
});
