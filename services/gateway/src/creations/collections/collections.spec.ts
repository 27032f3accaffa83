import { LuitError } from '@luit/contracts/errors';
import type { Collection } from '@luit/contracts/generation/collections';
import { generationCalls } from '@luit/contracts/generation/messages';
import request from 'supertest';
import { uuidv7 } from 'uuidv7';
import { type GatewayTestApp, startGatewayTestApp } from '../../test/gateway-test-app';

describe('collections', () => {
  let gateway: GatewayTestApp;
  const collection: Collection = { id: uuidv7(), name: 'Boats', size: 3, createdAt: '2026-11-26T10:00:00.000Z' };
  const of = () => ({ userId: gateway.user.id, collectionId: collection.id });

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
  });
  afterAll(() => gateway.close());

  const send = (method: 'get' | 'post' | 'patch' | 'delete', path = '') =>
    request(gateway.url)[method](`/api/collections${path}`).set(gateway.bearer());

  it('the owner lists, creates, renames and deletes collections', async () => {
    gateway.services.answer(generationCalls.listCollections, () => ({ collections: [collection] }));
    gateway.services.answer(generationCalls.createCollection, () => collection);
    gateway.services.answer(generationCalls.renameCollection, () => collection);
    gateway.services.answer(generationCalls.deleteCollection, () => ({}));
    expect((await send('get').expect(200)).body).toEqual({ success: true, collections: [collection] });
    expect((await send('post').send({ name: '  Boats ' }).expect(201)).body).toEqual({ success: true, collection });
    await send('patch', `/${collection.id}`).send({ name: 'नाव' }).expect(200);
    await send('delete', `/${collection.id}`).expect(204);
    expect(gateway.services.received(generationCalls.createCollection)).toEqual([
      { userId: gateway.user.id, name: 'Boats' },
    ]);
    expect(gateway.services.received(generationCalls.renameCollection)).toEqual([{ ...of(), name: 'नाव' }]);
    expect(gateway.services.received(generationCalls.deleteCollection)).toEqual([of()]);
  });

  it.each([{}, { name: '' }, { name: '   ' }, { name: 'x'.repeat(81) }, { name: 7 }, { name: null }])(
    'the name in %j is refused with the field it is about',
    async (body) => {
      const answer = await send('post').send(body).expect(400);
      expect(answer.body).toMatchObject({ code: 'validation_failed', details: { name: expect.any(String) as string } });
    },
  );

  it('a name that is taken is a conflict', async () => {
    gateway.services.answer(generationCalls.createCollection, () => {
      throw new LuitError('conflict', 'You already have a collection with this name.');
    });
    expect((await send('post').send({ name: 'boats' }).expect(409)).body).toMatchObject({ code: 'conflict' });
  });

  it('1 to 500 requests are added or removed at once', async () => {
    gateway.services.answer(generationCalls.addToCollection, () => collection);
    gateway.services.answer(generationCalls.removeFromCollection, () => collection);
    const requestIds = Array.from({ length: 500 }, () => uuidv7());
    for (const path of ['items', 'removed-items']) {
      const url = `/${collection.id}/${path}`;
      expect((await send('post', url).send({ requestIds }).expect(200)).body).toEqual({ success: true, collection });
      for (const bad of [[], ['not-an-id'], 'all', null, [...requestIds, uuidv7()]]) {
        await send('post', url).send({ requestIds: bad }).expect(400);
      }
    }
    expect(gateway.services.received(generationCalls.addToCollection)).toEqual([{ ...of(), requestIds }]);
    expect(gateway.services.received(generationCalls.removeFromCollection)).toEqual([{ ...of(), requestIds }]);
  });

  it('the library is limited to a collection', async () => {
    gateway.services.answer(generationCalls.listRequests, () => ({
      requests: [],
      favorites: [],
      shared: [],
      nextCursor: null,
    }));
    const list = (id: string) => request(gateway.url).get(`/api/requests?collection=${id}`).set(gateway.bearer());
    await list(collection.id).expect(200);
    await list('nothing').expect(400);
    expect(gateway.services.received(generationCalls.listRequests)).toEqual([
      { userId: gateway.user.id, limit: 20, collection: collection.id },
    ]);
  });
});
