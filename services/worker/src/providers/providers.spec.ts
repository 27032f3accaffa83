import type { SealedInstance } from '@luit/contracts/generation/provider-instances';
import { eventually } from '@luit/platform/testing/eventually';
import { newTask } from '../test/tasks';
import { instanceOf, sealedInstance } from '../test/vendors';
import { startWorkerTestApp, type WorkerTestApp } from '../test/worker-test-app';
import { ProviderChecks } from './provider-checks';
import { Providers } from './providers';

describe('providers of a worker', () => {
  const { signal } = new AbortController();
  let app: WorkerTestApp;
  let providers: Providers;
  let checks: ProviderChecks;

  beforeAll(async () => {
    app = await startWorkerTestApp({ mailbox: false });
    const worker = await app.startWorker();
    providers = worker.app.get(Providers, { strict: false });
    checks = worker.app.get(ProviderChecks, { strict: false });
  });
  afterAll(() => app.close());

  const vendor = (changes: Partial<ReturnType<typeof instanceOf>> = {}, secret?: string) =>
    sealedInstance({ ...instanceOf('replicate', app.sandbox), ...changes }, secret);
  const show = (...instances: SealedInstance[]) => {
    app.generation.instances = instances;
  };
  const submitAt = async (id: string) => {
    const provider = await providers.find(id);
    return provider?.submit({ task: newTask({ provider: 'replicate', prompt: 'Rain [never]' }), image: null }, signal);
  };
  /** The result of a check that has seen the instances of now. */
  const checked = (id: string, expected: object) =>
    eventually(async () => {
      app.generation.checked.length = 0;
      await checks.run(id);
      expect(app.generation.checked).toMatchObject([{ provider: id, ...expected }]);
    });

  it('of two accounts at one vendor, one with a wrong key fails and the other one works', async () => {
    show(vendor(), vendor({ id: 'replicate-2', credential: 'wrong' }));
    await checked('replicate-2', { isReachable: false, isRefused: true, fault: 'The server refuses the credential' });
    await checked('replicate', { isReachable: true });
    expect(await submitAt('replicate')).toMatchObject({ result: 'submitted' });
    expect(await submitAt('replicate-2')).toMatchObject({ result: 'rejected', failure: { code: 'http_401' } });
  });

  it('a task goes on while its credential is replaced', async () => {
    show(vendor());
    await checked('replicate', { isReachable: true });
    const submitted = await submitAt('replicate');
    if (submitted?.result !== 'submitted') throw new Error(JSON.stringify(submitted));
    const before = (await providers.find('replicate'))!;
    show(vendor({ credential: 'wrong' }));
    await checked('replicate', { isRefused: true });
    // What is in flight keeps the adapter that it began with.
    expect(await before.get(submitted.externalId, signal)).toMatchObject({ failure: null });
    show(vendor());
    await checked('replicate', { isReachable: true });
    const after = (await providers.find('replicate'))!;
    expect(await after.get(submitted.externalId, signal)).toMatchObject({ failure: null });
    expect(after).not.toBe(before);
  });

  it('a secret that this worker cannot open does not take away what it has opened before', async () => {
    show(vendor());
    await checked('replicate', { isReachable: true });
    const another = 'another secret of thirty-two characters';
    show(vendor({}, another), vendor({ id: 'never-opened' }, another));
    await checked('never-opened', { isReachable: false, isConfigured: false });
    await checked('replicate', { isReachable: true });
  });

  it('while generation does not answer, the providers of before stay', async () => {
    show(vendor());
    await checked('replicate', { isReachable: true });
    app.generation.instances = null;
    const until = performance.now() + 3_000;
    await eventually(async () => {
      expect(await providers.find('replicate')).toBeDefined();
      expect(performance.now()).toBeGreaterThan(until);
    });
    expect(await providers.find('nobody')).toBeUndefined();
  });

  it.each<[string, Partial<ReturnType<typeof instanceOf>>, string]>([
    ['refuses connections', { baseUrl: 'http://127.0.0.1:1' }, 'The server refuses connections'],
    ['is private and not marked as own', { isOwn: false, baseUrl: 'https://127.0.0.1:1' }, 'The address is private'],
    ['resolves to a private address', { isOwn: false, baseUrl: 'https://localhost:1' }, 'The address is private'],
    ['is the metadata of a cloud', { baseUrl: 'http://169.254.169.254' }, 'The address is private'],
    ['does not exist', { baseUrl: 'http://nothing.invalid' }, 'The host name'],
    ['is of another kind', { kind: 'ark', baseUrl: 'SANDBOX/replicate/v1' }, 'does not know this path'],
  ])('a server that %s is named in words', async (_what, changes, fault) => {
    const baseUrl = changes.baseUrl?.replace('SANDBOX', app.sandbox.url) ?? app.sandbox.url;
    show(vendor({ id: 'other', ...changes, baseUrl }));
    await checked('other', { isReachable: false, fault: expect.stringContaining(fault) as string });
  });
});
