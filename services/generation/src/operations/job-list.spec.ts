import type { JobFilter, JobSort } from '@luit/contracts/operations/jobs';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { uuidv7 } from 'uuidv7';
import { GenerationTestApp } from '../test/generation-test-app';

describe('the list of jobs', () => {
  let app: GenerationTestApp;
  const userId = uuidv7();
  const ids: string[] = [];

  beforeAll(async () => {
    app = await GenerationTestApp.start({ limits: { reconcileIntervalMs: 600_000 } });
    for (let n = 0; n < 4; n += 1) ids.push((await app.create({ userId })).id);
    await app.submit(ids[0]!);
    await app.succeed(ids[0]!);
    await app.submit(ids[1]!);
  });

  afterAll(() => app.close());

  const list = async (query: JobFilter & { sort?: JobSort; limit?: number; cursor?: string }) => {
    const { items, ...page } = await app.call(operationsCalls.listJobs, { limit: 10, ...query });
    return { numbers: items.map(({ id }) => ids.indexOf(id)), ...page };
  };
  /** When a job was created: its id begins with the milliseconds. */
  const timeOf = (n: number) => new Date(Number.parseInt(ids[n]!.replace('-', '').slice(0, 12), 16)).toISOString();

  it('the oldest unfinished job comes first when sorted by age, on every page [ADM-34]', async () => {
    expect((await list({ status: 'unfinished' })).numbers).toEqual([3, 2, 1]);
    const first = await list({ userId, status: 'unfinished', sort: '-age', limit: 2 });
    expect(first).toMatchObject({ numbers: [1, 2], total: 3 });
    const second = await list({ userId, status: 'unfinished', sort: '-age', limit: 2, cursor: first.nextCursor! });
    expect(second).toMatchObject({ numbers: [3], nextCursor: null, total: 3 });
    expect((await list({ sort: '-age' })).numbers).toEqual([0, 1, 2, 3]);
  });

  it('jobs are found by their id, by the id of their task, and by the address of a guest', async () => {
    const search = async (words: string) => {
      const { items } = await app.call(operationsCalls.searchJobs, { words });
      return items.map(({ id }) => ids.indexOf(id));
    };
    const { external_id: task } = await app.row(ids[1]!);
    await app.set(ids[3]!, `guest_email = 'guest@example.com'`);
    expect(await search(ids[2]!.toUpperCase())).toEqual([2]);
    expect(await search(` ${task} `)).toEqual([1]);
    expect(await search('Guest@example.com')).toEqual([3]);
    for (const words of ['guest@', 'a river at dawn', '%%', '  ', uuidv7()]) expect(await search(words)).toEqual([]);
  });

  it('jobs are filtered by the time of their creation, and counted [ADM-34]', async () => {
    expect(await list({ from: timeOf(1), to: timeOf(3) })).toMatchObject({ numbers: [2, 1], total: 2 });
    expect((await list({ from: timeOf(2), status: 'unfinished', sort: '-age' })).numbers).toEqual([2, 3]);
    expect(await list({ to: timeOf(0) })).toMatchObject({ numbers: [], total: 0 });
    await expect(list({ from: 'yesterday' })).rejects.toMatchObject({ code: 'validation_failed' });
  });
});
