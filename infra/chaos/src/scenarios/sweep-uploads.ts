import assert from 'node:assert/strict';
import { ApiError, type LuitClient } from '@luit/smoke/client';
import { until } from '@luit/smoke/until';
import { randomUUID } from 'node:crypto';
import { readdir, utimes } from 'node:fs/promises';
import path from 'node:path';
import type { TestCluster } from '../test-cluster';
import { TEST_IMAGE } from '../test-image';

const DAY_AND_MORE_MS = 26 * 3_600_000;

/**
 * An upload whose order got no definite answer, as generation was away: it is kept, for the order may need it, and swept
 * away by the next worker that starts a day later. That of an order stays.
 */
export async function sweepUploads(cluster: TestCluster, creator: LuitClient): Promise<void> {
  const folder = path.join(cluster.directory, 'storage', 'uploads');
  const restore = () => creator.upload('/api/restore', { quality: 'standard' }, TEST_IMAGE, randomUUID());

  await cluster.running.stopProcess('generation');
  await assert.rejects(restore(), (error) => error instanceof ApiError && error.status === 503);
  const [lost, ...others] = await readdir(folder);
  assert(lost);
  assert.deepEqual(others, []);
  await cluster.running.startProcess('generation');

  const { request_id: id } = await restore();
  await cluster.inState(id, 'succeeded');
  const [ordered] = (await readdir(folder)).filter((name) => name !== lost);
  assert(ordered);
  const long = new Date(Date.now() - DAY_AND_MORE_MS);
  for (const name of [lost, ordered]) await utimes(path.join(folder, name), long, long);

  await cluster.running.stopProcess('worker-1');
  await cluster.running.startProcess('worker-1');
  await until('the lost image to be removed', async () => ((await readdir(folder)).includes(lost) ? undefined : true));
  // As text: under jest, a list of Node's own is strictly equal to none of ours.
  assert.equal((await readdir(folder)).join(), ordered);
  const { imageUrl } = await creator.getRequest(id);
  assert.equal((await fetch(new URL(String(imageUrl), cluster.stack.api))).status, 200);
  assert.deepEqual(await cluster.violations(), {});
}
