import assert from 'node:assert/strict';
import { ApiError, type LuitClient } from '@luit/smoke/client';
import { until } from '@luit/smoke/until';
import { randomUUID } from 'node:crypto';
import { readdir, utimes } from 'node:fs/promises';
import path from 'node:path';
import type { TestCluster } from '../test-cluster';
import { TEST_IMAGE } from '../test-image';

const OVER_A_DAY_MS = 26 * 3_600_000;

/**
 * While generation is down, an upload gets no definite response. The upload is kept, because its request may exist, and is
 * deleted by the next worker that starts a day later. The upload of an accepted request stays.
 */
export async function sweepUploads(cluster: TestCluster, creator: LuitClient): Promise<void> {
  const folder = path.join(cluster.directory, 'storage', 'uploads');
  const restore = () => creator.upload('/api/restore', { quality: 'standard' }, TEST_IMAGE, randomUUID());

  await cluster.running.stopProcess('generation');
  await assert.rejects(restore(), (error) => error instanceof ApiError && error.status === 503);
  const [orphan, ...others] = await readdir(folder);
  assert(orphan);
  assert.deepEqual(others, []);
  await cluster.running.startProcess('generation');

  const { request_id: id } = await restore();
  await cluster.inState(id, 'succeeded');
  const [needed] = (await readdir(folder)).filter((name) => name !== orphan);
  assert(needed);
  const old = new Date(Date.now() - OVER_A_DAY_MS);
  for (const name of [orphan, needed]) await utimes(path.join(folder, name), old, old);

  await cluster.running.stopProcess('worker-1');
  await cluster.running.startProcess('worker-1');
  await until('the orphaned upload to be deleted', async () =>
    (await readdir(folder)).includes(orphan) ? undefined : true,
  );
  // Compared as text: in jest, arrays of Node's own modules belong to another realm and are never strictly equal to ours.
  assert.equal((await readdir(folder)).join(), needed);
  const { imageUrl } = await creator.getRequest(id);
  assert.equal((await fetch(new URL(String(imageUrl), cluster.stack.api))).status, 200);
  assert.deepEqual(await cluster.violations(), {});
}
