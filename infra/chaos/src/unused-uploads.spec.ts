import { until } from '@luit/journey/until';
import { randomUUID } from 'node:crypto';
import { readdir, utimes } from 'node:fs/promises';
import path from 'node:path';
import { Arena } from './arena';
import { PICTURE } from './storm/picture';

const DAY_AND_MORE_MS = 26 * 3_600_000;

describe('G-12: an upload whose order got no definite answer', () => {
  let arena: Arena;

  beforeAll(async () => {
    arena = await Arena.open(1);
  }, 120_000);

  afterAll(() => arena.close(), 60_000);

  it('is kept, as an order may need it, and swept away after a day where none does', async () => {
    const creator = await arena.creator('starter');
    const folder = path.join(arena.directory, 'storage', 'uploads');
    const restore = () => creator.upload('/api/restore', { quality: 'standard' }, PICTURE, randomUUID());

    await arena.running.stopProcess('generation');
    await expect(restore()).rejects.toMatchObject({ status: 503 });
    const [lost, ...others] = await readdir(folder);
    expect(others).toEqual([]);
    await arena.running.startProcess('generation');

    const { request_id: id } = await restore();
    await arena.inState(id, 'succeeded');
    const [ordered] = (await readdir(folder)).filter((name) => name !== lost);
    const long = new Date(Date.now() - DAY_AND_MORE_MS);
    for (const name of [lost, ordered]) await utimes(path.join(folder, String(name)), long, long);

    await arena.running.stopProcess('worker-1');
    await arena.running.startProcess('worker-1');
    await until('the lost image to be removed', async () => {
      const names = await readdir(folder);
      return names.includes(String(lost)) ? undefined : true;
    });
    expect(await readdir(folder)).toEqual([ordered]);
    const { imageUrl } = await creator.getRequest(id);
    expect((await fetch(new URL(String(imageUrl), arena.stack.api))).status).toBe(200);
    expect(await arena.violations()).toEqual({});
  }, 180_000);
});
