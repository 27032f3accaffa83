import { SHIPPED_MODELS } from '@luit/contracts/generation/catalog/shipped-models';
import { type RunningSandbox, startSandbox } from '@luit/sandbox/sandbox';
import type { UsedProvider } from './providers';
import { checkEntries } from './routes';

/** The models on sale, which the doctor reads. */
const ON_SALE = SHIPPED_MODELS.filter(({ state }) => state === 'live');

describe('the check of routes', () => {
  let sandbox: RunningSandbox;

  beforeAll(async () => {
    sandbox = await startSandbox({ mailbox: false });
  });
  afterAll(() => sandbox.close());

  const vendors = (key?: string): UsedProvider[] => [
    {
      ...{ id: 'replicate', kind: 'replicate', hasWebhookSecret: true },
      ...{ baseUrl: `${sandbox.url}/replicate`, key: key ?? sandbox.replicate.apiToken },
    },
    { id: 'fal', kind: 'fal', hasWebhookSecret: false, baseUrl: `${sandbox.url}/fal`, key: key ?? sandbox.fal.key },
  ];

  it('finds every model of the shipped routes, and asks no vendor without a key', async () => {
    const findings = await checkEntries(ON_SALE, vendors());
    expect(findings.filter(({ level }) => level !== 'ok')).toEqual([]);
    expect(findings.map(({ message }) => message)).toEqual(
      expect.arrayContaining([
        'Seedance: replicate bytedance/seedance-2.0 exists',
        'Seedance: fal bytedance/seedance-2.0/image-to-video exists',
      ]),
    );
    expect(await checkEntries(ON_SALE, [])).toEqual([]);
  });

  it.each([
    ['replicate', 'nobody/nothing', 'Seedance: replicate nobody/nothing does not exist'],
    ['replicate', `bytedance/seedance-2.0:${'0'.repeat(64)}`, /does not exist$/],
    ['fal', 'nobody/nothing', 'Seedance: fal nobody/nothing does not exist'],
  ])('names a model that %s does not have: %s', async (provider, text, message) => {
    const [entry] = ON_SALE;
    const routes = [{ ...entry!.routes[0]!, provider, model: { text } }];
    const [finding] = await checkEntries([{ ...entry!, routes }], vendors());
    expect(finding).toMatchObject({ level: 'error', message: expect.stringMatching(message) as string });
  });

  it('names a key that is refused', async () => {
    const [finding] = await checkEntries(ON_SALE, vendors('wrong'));
    expect(finding?.message).toMatch(/responds with 401/);
  });
});
