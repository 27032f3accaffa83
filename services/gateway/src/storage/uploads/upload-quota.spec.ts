import { generationCalls } from '@luit/contracts/generation/messages';
import Redis from 'ioredis';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import request from 'supertest';
import { type GatewayTestApp, recordOf, startGatewayTestApp } from '../../test/gateway-test-app';
import { picture } from '../../test/test-images';
import { newUser } from '../../test/test-tokens';
import { UploadMemory } from './upload-memory';
import { UPLOAD_QUOTAS } from './upload-quota';
import { RATE_LIMITS } from '../../access/limits/rate-limits';

const MB = 1024 * 1024;
const TEN_MB = 10 * MB;
const ROUTE = '/api/uploads/resumable';
const PER_ACCOUNT = UPLOAD_QUOTAS.account / TEN_MB;

describe('quotas of unfinished and unused uploads', () => {
  let gateway: GatewayTestApp;
  let redis: Redis;

  beforeAll(async () => {
    const limits = { ...RATE_LIMITS, uploadPerMinute: 10_000, accountUploadPerMinute: 10_000 };
    gateway = await startGatewayTestApp({ limits, trustProxy: '127.0.0.1' });
    gateway.services.answer(generationCalls.createRequest, ({ userId, imageKey = null, type }) =>
      recordOf(userId, { type, imageKey }),
    );
    redis = new Redis(gateway.redis.url);
  });
  afterAll(async () => {
    redis.disconnect();
    await gateway.close();
  });
  beforeEach(() => redis.flushall());

  const as = (who = gateway.user, from = '198.51.100.7') => ({ ...gateway.bearer(who), 'x-forwarded-for': from });
  const create = (headers: Record<string, string>, size = TEN_MB) =>
    request(gateway.url).post(ROUTE).set(headers).set('Upload-Length', String(size));
  /** Creates as many uploads as fit. */
  const fill = async (headersOf: (index: number) => Record<string, string>, count: number) => {
    const locations: string[] = [];
    for (let index = 0; index < count; index += 1) {
      const { headers } = await create(headersOf(index)).expect(201);
      locations.push(headers['location'] as string);
    }
    return locations;
  };

  it('an account may have 200 MB of them, and canceling one makes room', async () => {
    const [first] = await fill(() => as(), PER_ACCOUNT);
    const refused = await create(as()).expect(429);
    expect(refused.body).toMatchObject({ code: 'too_many_requests', message: expect.stringContaining('Use one of') });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_600);
    await create(as(newUser())).expect(201);
    await request(gateway.url).delete(first!).set(as()).expect(204);
    await create(as()).expect(201);
    await create(as()).expect(429);
  });

  it('an address and its network are limited too, whatever the accounts', async () => {
    await fill(() => as(newUser(), '2001:db8:1:2::1'), UPLOAD_QUOTAS.address / TEN_MB);
    await create(as(newUser(), '2001:db8:1:2:ffff::9')).expect(429);
    await fill(() => as(newUser(), '2001:db8:1:3::1'), UPLOAD_QUOTAS.address / TEN_MB);
    await create(as(newUser(), '2001:db8:1:4::1')).expect(429);
    await create(as(newUser(), '2001:db8:2::1')).expect(201);
  });

  it('guests of many networks leave room for accounts, and the installation has a limit', async () => {
    const guest = (index: number) => ({ 'x-forwarded-for': `10.${index % 20}.0.1` });
    await fill(guest, UPLOAD_QUOTAS.guests / TEN_MB);
    const refused = await create(guest(21)).expect(507);
    expect(refused.body).toMatchObject({ code: 'storage_full', message: expect.stringContaining('try again') });
    await create(as()).expect(201);
    await redis.set('luit:upload:{quota}:installation:sum:all', String(UPLOAD_QUOTAS.installation - MB));
    await create(as()).expect(507);
    await create(as(), MB / 2).expect(201);
  });

  it('an upload without progress is counted for ninety minutes, and progress extends that', async () => {
    const [moved] = await fill(() => as(), PER_ACCOUNT);
    const entries = `luit:upload:{quota}:account:entries:${gateway.user.id}`;
    const endIn = async (seconds: number, members: string[]) => {
      for (const member of members) await redis.zadd(entries, Date.now() / 1_000 + seconds, member);
    };
    await endIn(2, await redis.zrange(entries, 0, -1));
    const part = request(gateway.url).patch(moved!).set(as()).set('Upload-Offset', '0');
    await part.type('application/offset+octet-stream').send(Buffer.alloc(10)).expect(204);
    await create(as()).expect(429);
    await endIn(-1, (await redis.zrange(entries, 0, -1)).slice(0, -1));
    await fill(() => as(), PER_ACCOUNT - 1);
    await create(as()).expect(429);
  });

  it('finished images count until a request uses them, also those of simple uploads', async () => {
    const [account, photo] = [as(), await picture('jpeg', 640, 480)];
    const held = async () => Number(await redis.get(`luit:upload:{quota}:account:sum:${gateway.user.id}`));
    const location = (await create(account, photo.length)).headers['location'] as string;
    expect(await held()).toBe(photo.length);
    const part = request(gateway.url).patch(location).set(account).set('Upload-Offset', '0');
    await part.type('application/offset+octet-stream').send(photo).expect(204);
    const { image_url: resumed } = (await request(gateway.url).post(`${location}/image`).set(account).expect(201)).body;
    const ofResumed = await held();
    const simple = () => request(gateway.url).post('/api/uploads').set(account).attach('image', photo, 'a.jpg');
    const { image_url: sent } = (await simple().expect(201)).body;
    expect([ofResumed > 0, await held()]).toEqual([true, 2 * ofResumed]);
    const restore = (imageUrl: string) =>
      request(gateway.url).post('/api/restore-from-image').set(account).send({ imageUrl, quality: 'high' }).expect(202);
    await restore(resumed as string);
    await restore(resumed as string);
    expect(await held()).toBe(ofResumed);
    await restore(sent as string);
    expect(await held()).toBe(0);
    await redis.set(`luit:upload:{quota}:account:sum:${gateway.user.id}`, String(UPLOAD_QUOTAS.account));
    const before = await readdir(join(gateway.storageDir, 'uploads'));
    await simple().expect(429);
    expect(await readdir(join(gateway.storageDir, 'uploads'))).toEqual(before);
  });

  it('the memory for uploads is shared, so that one account cannot take all of it', () => {
    const memory = new UploadMemory({ uploads: { maxBytes: TEN_MB, maxPixels: 1 } });
    for (let index = 0; index < 3; index += 1) memory.hold(TEN_MB, 'a');
    expect(() => memory.hold(TEN_MB, 'a')).toThrow('at once');
    memory.hold(TEN_MB, 'b');
    for (let index = 0; index < 4; index += 1) memory.release(TEN_MB, 'a');
    memory.hold(TEN_MB, 'a');
  });
});
