import type { ProviderTask } from '@luit/contracts/generation/provider-tasks';
import { eventually } from '@luit/platform/testing/eventually';
import { type RunningSandbox, startSandbox } from '@luit/sandbox/sandbox';
import { type SandboxClient, sandboxClient } from '@luit/sandbox/sandbox-client';
import { randomInt } from 'node:crypto';
import { newOptions, newTask } from '../test/tasks';
import { adapterOf } from '../test/vendors';
import { ProviderReadError } from '@luit/engines/engine';
import type { Provider } from './provider';

const { signal } = new AbortController();
const OPTIONS = newOptions({ aspectRatio: '16:9' });

describe('lost requests at fal', () => {
  let sandbox: RunningSandbox;
  let client: SandboxClient;
  let provider: Provider;

  beforeAll(async () => {
    sandbox = await startSandbox({ mailbox: false, replicate: { secondsPerVideo: 0.2 } });
    client = sandboxClient(sandbox);
    provider = adapterOf('fal', sandbox);
  });
  afterAll(() => sandbox.close());
  beforeEach(() => client.control('POST', '/reset'));

  const taskOf = (seed: number | null, changes: Partial<ProviderTask> = {}) =>
    newTask({ provider: 'fal', prompt: 'A kite [never]', options: { ...OPTIONS, seed }, ...changes });
  const submit = (task: ProviderTask) => provider.submit({ task, image: null }, signal);
  const find = (task: ProviderTask, since = new Date()) => provider.findByRef(task, since, signal);
  const misbehave = (kind: string) => client.control('POST', '/faults', { target: 'fal', kind, for_seconds: 60 });
  const countLists = async () => {
    const { body } = await client.control('GET', '/log?target=fal');
    return (body.entries as { path: string }[]).filter(({ path }) => path.includes('by-endpoint')).length;
  };

  it('a request from a prompt is found by its input once it is listed, and its absence proves nothing', async () => {
    const lost = taskOf(randomInt(2 ** 31));
    await submit(taskOf(randomInt(2 ** 31)));
    expect(await find(lost)).toBe('not_searchable');
    await misbehave('lost_answer');
    expect(await submit(lost)).toMatchObject({ result: 'unknown' });
    await client.control('POST', '/reset');
    const found = await eventually(async () => {
      const id = await find(lost);
      expect(id).toMatch(/^bytedance\/seedance-2\.0\/[\da-f-]{36}$/);
      return String(id);
    });
    expect(await provider.get(found, signal)).toMatchObject({ state: 'running' });
    expect(await find(lost, new Date(Date.now() + 3_600_000))).toBe('not_searchable');
  });

  it('of two requests with the same input, neither is taken for the lost one', async () => {
    const twice = taskOf(randomInt(2 ** 31));
    for (let i = 0; i < 2; i += 1) await submit(twice);
    await eventually(async () => {
      const query = `endpoint_id=${twice.route!.model}&limit=100&expand=payloads`;
      const { body } = await client.falPlatform('GET', `/models/requests/by-endpoint?${query}`);
      const items = body.items as { json_input: { seed?: number } }[];
      expect(items.filter(({ json_input: { seed } }) => seed === twice.options?.seed)).toHaveLength(2);
    });
    expect(await find(twice)).toBe('not_searchable');
  });

  it('without a seed, or from an image, there is nothing to search for', async () => {
    expect(await find(taskOf(null))).toBe('not_searchable');
    expect(await find(taskOf(7, { type: 'image_video' }))).toBe('not_searchable');
    expect(await countLists()).toBe(0);
  });

  it('a key that may not list requests searches nothing; other failures are reported', async () => {
    await misbehave('error:403');
    expect(await find(taskOf(7))).toBe('not_searchable');
    for (const kind of ['error:500', 'garbage', 'down']) {
      await client.control('POST', '/reset');
      await misbehave(kind);
      await expect(find(taskOf(7))).rejects.toThrow(ProviderReadError);
    }
  });
});
