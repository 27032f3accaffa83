import { type RunningSandbox, startSandbox } from '../sandbox';
import { plainImage } from './plain-image';

describe('the classifier', () => {
  let sandbox: RunningSandbox;
  beforeAll(async () => {
    sandbox = await startSandbox({ mailbox: false });
  });
  afterAll(() => sandbox.close());

  const classify = (body: object, key = sandbox.classifier.apiKey) =>
    fetch(`${sandbox.url}/classifier/classify`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify(body),
    });
  const image = async (background: string) => (await plainImage(background)).toString('base64');

  it('takes the scores of a text from its directives, and those of images from their color', async () => {
    const text = 'a scene [score:violence=0.9] [score:self_harm=0.2]';
    expect(await (await classify({ text })).json()).toEqual({ scores: { violence: 0.9, self_harm: 0.2 } });
    const images = [await image('#080'), await image('#f0f')];
    expect(await (await classify({ images })).json()).toEqual({ scores: { violence: 0.97 } });
    expect(await (await classify({ images: images.slice(0, 1) })).json()).toEqual({ scores: { violence: 0.01 } });
  });

  it('its hash matcher knows magenta images', async () => {
    const lookUp = async (background: string, field = 'photo') => {
      const form = new FormData();
      form.set(field, new Blob([new Uint8Array(await plainImage(background))]), 'image');
      return fetch(`${sandbox.url}/hma/m/lookup`, { method: 'POST', body: form });
    };
    expect(await (await lookUp('#f0f')).json()).toEqual({ pdq: ['SANDBOX_BANK'] });
    expect(await (await lookUp('#080')).json()).toEqual({ pdq: [] });
    expect((await lookUp('#080', 'file')).status).toBe(400);
  });

  it('rejects a wrong key and a body of another shape', async () => {
    expect((await classify({}, 'wrong')).status).toBe(401);
    expect((await classify({ text: 7 })).status).toBe(400);
  });
});
