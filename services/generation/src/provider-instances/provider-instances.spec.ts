import type { RequestOf } from '@luit/contracts/messages/message';
import { generationCalls } from '@luit/contracts/generation/messages';
import { SEAL_USE, sealLabelOf } from '@luit/contracts/generation/provider-instances';
import { RotatingSeal } from '@luit/platform/security/sealed-values';
import { uuidv7 } from 'uuidv7';
import { GenerationTestApp } from '../test/generation-test-app';
import { TEST_PROVIDER_SECRET } from '../test/generation-test-service';
import { InstanceSeeds } from './instance-seeds';

const { createProvider, changeProvider, setProviderState, listSealedInstances, listProviders } = generationCalls;
type Entered = RequestOf<typeof createProvider>;

const NEWER_SECRET = 'a newer secret of thirty-two characters';

describe('provider instances', () => {
  let app: GenerationTestApp;

  beforeAll(async () => {
    app = await GenerationTestApp.start({ limits: { reconcileIntervalMs: 600_000 } });
  });
  afterAll(() => app.close());
  afterEach(async () => {
    await app.reset();
    await app.database.query(`DELETE FROM provider_instances WHERE id NOT IN ('replicate', 'fal', 'ark')`);
  });

  const adminId = uuidv7();
  const server = (changes: Partial<Entered> = {}): Entered => ({
    ...{ adminId, reason: 'A second machine', id: 'gpu-1', kind: 'comfyui', dialect: null, isOwn: true },
    ...{ baseUrl: 'http://10.0.0.5:8188', concurrency: 1, submitsPerMinute: 600, pollsPerMinute: 6_000 },
    ...{ priority: 0, gpuCost: { currency: 'USD', microsPerSecond: 400 }, credential: 'token-of-gpu-1' },
    ...changes,
  });
  const create = (changes: Partial<Entered> = {}) => app.call(createProvider, server(changes));
  const change = ({ id, ...entered }: Entered) => app.call(changeProvider, { ...entered, provider: id });
  const setState = (provider: string, state: 'on' | 'draining' | 'off') =>
    app.call(setProviderState, { adminId, provider, state, reason: 'A test' });
  const audit = async () => {
    const rows = await app.database.query<{ entry: object }[]>(
      `SELECT jsonb_build_object('action', payload ->> 'action', 'details', payload -> 'details') AS entry FROM outbox
        WHERE payload ->> 'adminId' = $1 ORDER BY seq`,
      [adminId],
    );
    return rows.map(({ entry }) => entry);
  };
  const sealedOf = async (id: string) => {
    const { instances } = await app.call(listSealedInstances, {});
    return instances.find((each) => each.id === id)!;
  };
  const opened = (id: string, sealed: string | null, ...secrets: string[]) =>
    new RotatingSeal(secrets, SEAL_USE).open(Buffer.from(sealed!, 'base64'), sealLabelOf(id, 'credential'))?.plain;

  it('a new one is off, workers get its secret sealed, and nobody else gets it', async () => {
    const { provider } = await create();
    expect(provider).toMatchObject({
      ...{ name: 'gpu-1', stopped: { state: 'off', adminId }, hasCredential: true, hasWebhookSecret: false },
      settings: { kind: 'comfyui', isOwn: true, gpuCost: { currency: 'USD', microsPerSecond: 400 } },
    });
    const { sealedCredential, ...connection } = await sealedOf('gpu-1');
    expect(connection).toMatchObject({ kind: 'comfyui', baseUrl: 'http://10.0.0.5:8188', sealedWebhookSecret: null });
    expect(opened('gpu-1', sealedCredential, TEST_PROVIDER_SECRET)).toBe('token-of-gpu-1');
    const shown = JSON.stringify([provider, await app.call(listProviders, {}), await audit()]);
    expect(shown).not.toContain('token-of-gpu-1');
    const stored = JSON.stringify(await app.database.query(`SELECT * FROM provider_instances`));
    expect(stored).not.toContain('token-of-gpu-1');
  });

  it('the same again changes nothing, and another one with its id is refused', async () => {
    await create();
    const before = (await audit()).length;
    await create();
    expect(await audit()).toHaveLength(before);
    await expect(create({ concurrency: 2 })).rejects.toMatchObject({ details: { id: 'There is a provider gpu-1' } });
  });

  it.each<[string, Partial<Entered>, string]>([
    ['a private address without the mark of an own server', { isOwn: false, baseUrl: 'https://10.0.0.5' }, 'baseUrl'],
    ['a private name', { isOwn: false, baseUrl: 'https://gpu.internal' }, 'baseUrl'],
    ['a mapped private address', { isOwn: false, baseUrl: 'https://[::ffff:10.0.0.5]' }, 'baseUrl'],
    ['plain http', { isOwn: false, baseUrl: 'http://api.example.com' }, 'baseUrl'],
    ['the metadata of a cloud, even of an own server', { baseUrl: 'http://169.254.169.254' }, 'baseUrl'],
    ['the metadata of a cloud in IPv6', { baseUrl: 'http://[fd00:ec2::254]' }, 'baseUrl'],
    ['a user name in the URL', { baseUrl: 'http://admin:pass@10.0.0.5' }, 'baseUrl'],
    ['a file', { baseUrl: 'file:///etc/passwd' }, 'baseUrl'],
    ['a runner with a URL', { kind: 'runner' }, 'baseUrl'],
    ['a dialect of another kind', { dialect: 'sglang' }, 'dialect'],
    ['a Videos API without a dialect', { kind: 'videos-api' }, 'dialect'],
    ['the id of the test provider', { id: 'test' }, 'id'],
    ['an id that is no slug', { id: 'GPU 1' }, 'id'],
  ])('%s is refused at its field', async (_what, changes, field) => {
    const error: unknown = await create(changes).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'validation_failed', details: { [field]: expect.any(String) as string } });
  });

  it('a changed secret is audited without it, and null removes it', async () => {
    await create();
    const { credential: _, ...unchanged } = server({ concurrency: 3 });
    await change(unchanged);
    expect(opened('gpu-1', (await sealedOf('gpu-1')).sealedCredential, TEST_PROVIDER_SECRET)).toBe('token-of-gpu-1');
    await change({ ...unchanged, credential: 'token-2' });
    expect(opened('gpu-1', (await sealedOf('gpu-1')).sealedCredential, TEST_PROVIDER_SECRET)).toBe('token-2');
    await change({ ...unchanged, credential: null });
    expect((await sealedOf('gpu-1')).sealedCredential).toBeNull();
    const reason = 'A second machine';
    expect((await audit()).slice(-3)).toEqual([
      { action: 'provider_changed', details: { concurrency: '1 → 3', reason } },
      { action: 'provider_changed', details: { credential: 'replaced', reason } },
      { action: 'provider_changed', details: { credential: 'removed', reason } },
    ]);
  });

  it('a stored credential does not go to another server, and a kind stays', async () => {
    await create();
    const elsewhere = { ...server({ baseUrl: 'http://10.0.0.6:8188' }), credential: undefined };
    await expect(change(elsewhere)).rejects.toMatchObject({ details: { credential: expect.any(String) as string } });
    await change({ ...elsewhere, baseUrl: 'http://10.0.0.5:8188/comfy' });
    await change({ ...elsewhere, credential: 'token-of-the-other' });
    await expect(change(server({ kind: 'comfy-v2' }))).rejects.toMatchObject({ details: { kind: expect.anything() } });
    await expect(change(server({ id: 'gpu-9' }))).rejects.toMatchObject({ code: 'not_found' });
  });

  it('of a model whose providers are off, none is offered; draining ones keep their jobs waiting', async () => {
    const offered = async () => (await app.call(generationCalls.listPlans, {})).models.map(({ id }) => id);
    const all = await offered();
    await setState('replicate', 'draining');
    expect(await offered()).toEqual(all);
    const { id } = await app.create({ model: 'zeroscope' });
    await app.dispatch();
    expect(await app.row(id)).toMatchObject({ dispatched_at: null });
    await setState('replicate', 'off');
    expect(await offered()).toEqual(['seedance', 'stableVideo']);
    await expect(app.create({ model: 'zeroscope' })).rejects.toMatchObject({ code: 'validation_failed' });
    expect(await app.claimSubmission((await app.create()).id)).toMatchObject({ task: { provider: 'fal' } });
    await setState('replicate', 'on');
    expect(await app.claimSubmission(id)).toMatchObject({ task: { provider: 'replicate' } });
  });

  it('of two with equal routes, a broken one leaves its jobs to the other, and priority decides the order', async () => {
    await setState('fal', 'on');
    expect(await app.claimSubmission((await app.create()).id)).toMatchObject({ task: { provider: 'replicate' } });
    await app.database.query(
      `INSERT INTO provider_health (provider, failures, open_until) VALUES ('replicate', 5, now() + interval '1 hour')`,
    );
    expect(await app.claimSubmission((await app.create()).id)).toMatchObject({ task: { provider: 'fal' } });
    await app.database.query(`DELETE FROM provider_health`);
    await app.database.query(`UPDATE provider_instances SET priority = 5 WHERE id = 'fal'`);
    await app.turnOnProviders();
    expect(await app.claimSubmission((await app.create()).id)).toMatchObject({ task: { provider: 'fal' } });
    await app.database.query(`UPDATE provider_instances SET priority = 0`);
  });

  describe('from the environment', () => {
    const start = async (secrets: string[], key: string | null) => {
      const config = {
        ...app.config,
        providerSecrets: secrets,
        instanceSeeds: [
          { id: 'ark' as const, baseUrl: 'https://ark.example.com', credential: key, webhookSecret: null },
        ],
      };
      await new InstanceSeeds(app.database, config).onModuleInit();
    };
    const stored = async () => (await app.call(listProviders, {})).providers.find(({ name }) => name === 'ark')!;
    const credential = async (...secrets: string[]) =>
      opened('ark', (await sealedOf('ark')).sealedCredential, ...secrets);
    const startEmpty = () => app.database.query(`DELETE FROM provider_instances WHERE id = 'ark'`);
    afterAll(async () => {
      await app.database.query(`UPDATE provider_instances SET concurrency = 20 WHERE id = 'ark'`);
    });

    it('a provider is off until its variable is set, and later starts change nothing', async () => {
      await startEmpty();
      await start([TEST_PROVIDER_SECRET], null);
      await app
        .turnOnProviders()
        .then(() => app.database.query(`UPDATE provider_instances SET state = 'off' WHERE id = 'ark'`));
      expect(await sealedOf('ark')).toMatchObject({ sealedCredential: null });
      await start([TEST_PROVIDER_SECRET], 'first-key');
      expect(await credential(TEST_PROVIDER_SECRET)).toBe('first-key');
      await start([TEST_PROVIDER_SECRET], 'another-key');
      expect(await credential(TEST_PROVIDER_SECRET)).toBe('first-key');
      expect(await stored()).toMatchObject({ hasCredential: true });
    });

    it('secrets are sealed again with the newest one, so that the older one can be removed', async () => {
      await startEmpty();
      await start([TEST_PROVIDER_SECRET], 'kept-key');
      await start([NEWER_SECRET, TEST_PROVIDER_SECRET], null);
      expect(await credential(NEWER_SECRET)).toBe('kept-key');
      expect(await credential(TEST_PROVIDER_SECRET)).toBeUndefined();
    });
  });
});
