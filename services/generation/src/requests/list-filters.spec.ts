import { generationCalls } from '@luit/contracts/generation/messages';
import type { RequestOf } from '@luit/contracts/messages/message';
import { uuidv7 } from 'uuidv7';
import { GenerationTestApp } from '../test/generation-test-app';

describe('filters of lists for programs', () => {
  let app: GenerationTestApp;
  const userId = uuidv7();
  let first: { id: string; createdAt: string };
  let second: { id: string; createdAt: string };

  beforeAll(async () => {
    app = await GenerationTestApp.start({ limits: { reconcileIntervalMs: 600_000 } });
    first = await app.create({ userId, metadata: { order: '1', 'a "b"': 'ü' } });
    await app.submit(first.id);
    second = await app.create({ userId, metadata: { order: '2' } });
    await app.call(generationCalls.cancelRequest, { userId, requestId: (await app.create({ userId })).id });
  });
  afterAll(() => app.close());

  const list = async (filters: Partial<RequestOf<typeof generationCalls.listRequests>>) => {
    const { requests } = await app.call(generationCalls.listRequests, { userId, limit: 50, ...filters });
    return requests.map(({ id }) => id);
  };

  it('lists are filtered by the states of jobs', async () => {
    expect(await list({ jobStatuses: ['pending'] })).toEqual([second.id]);
    expect(await list({ jobStatuses: ['failed', 'canceled'] })).toHaveLength(1);
    expect(await list({ jobStatuses: ['succeeded'] })).toEqual([]);
    expect(await list({ jobStatuses: ['pending', 'running', 'canceled'] })).toHaveLength(3);
  });

  it('lists are filtered by the time of creation, from the first instant to before the last', async () => {
    expect(await list({ createdFrom: second.createdAt })).not.toContain(first.id);
    expect(await list({ createdFrom: second.createdAt })).toContain(second.id);
    expect(await list({ createdUntil: second.createdAt })).toEqual([first.id]);
    expect(await list({ createdFrom: first.createdAt, createdUntil: second.createdAt })).toEqual([first.id]);
  });

  it('lists are filtered by metadata, all pairs of which must match', async () => {
    expect(await list({ metadata: { order: '1' } })).toEqual([first.id]);
    expect(await list({ metadata: { order: '1', 'a "b"': 'ü' } })).toEqual([first.id]);
    expect(await list({ metadata: { order: '1', other: '' } })).toEqual([]);
    expect(await list({ metadata: { order: '2' }, jobStatuses: ['running'] })).toEqual([]);
  });
});
