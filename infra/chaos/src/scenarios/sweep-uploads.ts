import assert from 'node:assert/strict';
import { ApiFailure, type LuitClient } from '@luit/journey/client';
import { until } from '@luit/journey/until';
import { randomUUID } from 'node:crypto';
import { readdir, utimes } from 'node:fs/promises';
import path from 'node:path';
import type { Arena } from '../arena';
import { PICTURE } from '../storm/picture';

const DAY_AND_MORE_MS = 26 * 3_600_000;

/**
 * An upload whose order got no definite answer, as generation was away: it is kept, for the order may need it, and swept
 * away by the next worker that starts a day later. That of an order stays.
 */
export async function sweepUploads(arena: Arena, creator: LuitClient): Promise<void> {
  const folder = path.join(arena.directory, 'storage', 'uploads');
  const restore = () => creator.upload('/api/restore', { quality: 'standard' }, PICTURE, randomUUID());

  await arena.running.stopProcess('generation');
  await assert.rejects(restore(), (error) => error instanceof ApiFailure && error.status === 503);
  const [lost, ...others] = await readdir(folder);
  assert(lost);
  assert.deepEqual(others, []);
  await arena.running.startProcess('generation');

  const { request_id: id } = await restore();
  await arena.inState(id, 'succeeded');
  const [ordered] = (await readdir(folder)).filter((name) => name !== lost);
  assert(ordered);
  const long = new Date(Date.now() - DAY_AND_MORE_MS);
  for (const name of [lost, ordered]) await utimes(path.join(folder, name), long, long);

  await arena.running.stopProcess('worker-1');
  await arena.running.startProcess('worker-1');
  await until('the lost image to be removed', async () => ((await readdir(folder)).includes(lost) ? undefined : true));
  // As text: under jest, a list of Node's own is strictly equal to none of ours.
  assert.equal((await readdir(folder)).join(), ordered);
  const { imageUrl } = await creator.getRequest(id);
  assert.equal((await fetch(new URL(String(imageUrl), arena.stack.api))).status, 200);
  assert.deepEqual(await arena.violations(), {});
}
