import { SHIPPED_MODELS } from '@luit/contracts/generation/catalog/shipped-models';
import { type RunningSandbox, startSandbox } from '@luit/sandbox/sandbox';
import { checkEntries } from './routes';

/** The models on sale, which the doctor reads. */
const ON_SALE = SHIPPED_MODELS.filter(({ state }) => state === 'live');

describe('the check of routes', () => {
  let sandbox: RunningSandbox;

  beforeAll(async () => {
    sandbox = await startSandbox({ mailbox: false });
  });
  afterAll(() => sandbox.close());

  const vendors = () => ({
    REPLICATE_API_URL: `${sandbox.url}/replicate`,
    REPLICATE_API_TOKEN: sandbox.replicate.apiToken,
    FAL_API_URL: `${sandbox.url}/fal/platform/v1`,
    FAL_KEY: sandbox.fal.key,
  });

  it('finds every model of the shipped routes, and asks no vendor without a key', async () => {
    const findings = await checkEntries(ON_SALE, vendors());
    expect(findings.filter(({ level }) => level !== 'ok')).toEqual([]);
    expect(findings.map(({ message }) => message)).toEqual(
      expect.arrayContaining([
        'Seedance: replicate bytedance/seedance-2.0 exists',
        'Seedance: fal bytedance/seedance-2.0/image-to-video exists',
      ]),
    );
    const none = { ...vendors(), REPLICATE_API_TOKEN: undefined, FAL_KEY: undefined };
    expect(await checkEntries(ON_SALE, none)).toEqual([]);
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
    const [finding] = await checkEntries(ON_SALE, { ...vendors(), REPLICATE_API_TOKEN: 'wrong' });
    expect(finding?.message).toMatch(/responds with 401/);
  });
});
