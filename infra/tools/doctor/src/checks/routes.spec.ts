import { SHIPPED_MODELS } from '@luit/contracts/generation/catalog/shipped-models';
import { type RunningSandbox, startSandbox } from '@luit/sandbox/sandbox';
import { checkEntries } from './routes';

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
    const findings = await checkEntries(SHIPPED_MODELS, vendors());
    expect(findings.filter(({ level }) => level !== 'ok')).toEqual([]);
    expect(findings.map(({ message }) => message)).toEqual(
      expect.arrayContaining([
        'Seedance: replicate bytedance/seedance-1-lite exists',
        'Seedance: fal fal-ai/bytedance/seedance/v1/lite/image-to-video exists',
      ]),
    );
    const none = { ...vendors(), REPLICATE_API_TOKEN: undefined, FAL_KEY: undefined };
    expect(await checkEntries(SHIPPED_MODELS, none)).toEqual([]);
  });

  it.each([
    ['replicate', 'nobody/nothing', 'Seedance: replicate nobody/nothing does not exist'],
    ['replicate', `bytedance/seedance-1-lite:${'0'.repeat(64)}`, /does not exist$/],
    ['fal', 'nobody/nothing', 'Seedance: fal nobody/nothing does not exist'],
  ])('names a model that %s does not have: %s', async (provider, text, message) => {
    const [entry] = SHIPPED_MODELS;
    const routes = [{ ...entry!.routes[0]!, provider, model: { text } }];
    const [finding] = await checkEntries([{ ...entry!, routes }], vendors());
    expect(finding).toMatchObject({ level: 'error', message: expect.stringMatching(message) as string });
  });

  it('names a key that is refused', async () => {
    const [finding] = await checkEntries(SHIPPED_MODELS, { ...vendors(), REPLICATE_API_TOKEN: 'wrong' });
    expect(finding?.message).toMatch(/responds with 401/);
  });
});
