import { generationCalls } from '@luit/contracts/generation/messages';
import request from 'supertest';
import { type GatewayTestApp, recordOf, startGatewayTestApp } from '../../test/gateway-test-app';

const ERASE_AT = '2026-12-26T10:00:00.000Z';

describe('the trash', () => {
  let gateway: GatewayTestApp;

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
  });
  afterAll(() => gateway.close());

  it('lists requests with signed links and the time of their erasure', async () => {
    const record = recordOf(gateway.user.id, { outputKey: 'outputs/1/video.mp4', status: 'completed' });
    const answer = { items: [{ request: record, eraseAt: ERASE_AT }], nextCursor: 'next' };
    gateway.services.answer(generationCalls.listTrash, () => answer);
    const get = () => request(gateway.url).get('/api/trash?limit=1&cursor=a');
    const { body } = await get().set(gateway.bearer()).expect(200);
    expect(body).toEqual({
      success: true,
      items: [{ request: expect.objectContaining({ id: record.id }) as object, eraseAt: ERASE_AT }],
      nextCursor: 'next',
    });
    const [{ request: view }] = (body as { items: [{ request: { videoUrl: string } }] }).items;
    await request(gateway.url).get(view.videoUrl).expect(404);
    expect(gateway.services.received(generationCalls.listTrash)).toEqual([
      { userId: gateway.user.id, limit: 1, cursor: 'a' },
    ]);
    await get().expect(401);
  });

  it('a request that was moved to the trash is no longer answered from the cache', async () => {
    const record = recordOf(gateway.user.id, { status: 'completed', jobStatus: 'succeeded' });
    gateway.services.answer(generationCalls.getRequest, () => record);
    gateway.services.answer(generationCalls.moveToTrash, () => ({ eraseAt: ERASE_AT }));
    gateway.services.answer(generationCalls.takeFromTrash, () => ({}));
    const path = `/api/requests/${record.id}`;
    const get = () => request(gateway.url).get(path).set(gateway.bearer()).expect(200);
    await get();
    await get();
    expect(gateway.services.received(generationCalls.getRequest)).toHaveLength(1);
    const moved = await request(gateway.url).put(`${path}/trash`).set(gateway.bearer()).expect(200);
    expect(moved.body).toEqual({ success: true, eraseAt: ERASE_AT });
    await get();
    // `received` returns what has come since it was last called.
    expect(gateway.services.received(generationCalls.getRequest)).toHaveLength(1);
    await request(gateway.url).delete(`${path}/trash`).set(gateway.bearer()).expect(204);
    const of = { userId: gateway.user.id, requestId: record.id };
    expect(gateway.services.received(generationCalls.moveToTrash)).toEqual([of]);
    expect(gateway.services.received(generationCalls.takeFromTrash)).toEqual([of]);
  });
});
