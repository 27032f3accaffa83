import { splitRelayBody } from './relay-body';

const URI = 'data:image/png;base64,iVBORw0KGgo=';
const split = (body: unknown) => splitRelayBody(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)));

describe('the body of an own-key restoration', () => {
  const parse = jest.spyOn(JSON, 'parse');
  afterEach(() => parse.mockClear());
  afterAll(() => parse.mockRestore());
  const parsedLength = () => Math.max(0, ...parse.mock.calls.map(([text]) => text.length));

  it.each([
    [{ input: { img: URI } }, { version: 'v1.4', scale: 2 }],
    [{ input: { version: 'v1.3', img: URI, scale: 3 } }, { version: 'v1.3', scale: 3 }],
    [
      { model: 'x', input: { scale: 1, more: 1, img: URI } },
      { version: 'v1.4', scale: 1 },
    ],
  ])('%j is split into the image and its options', async (body, options) => {
    const found = await split(body);
    expect(found.image.toString()).toBe(URI);
    expect(found.options).toEqual(options);
  });

  it.each([
    ['no body', ''],
    ['no image', { input: {} }],
    ['an address', { input: { img: 'https://10.0.0.1/a.png' } }],
    ['another kind of image', { input: { img: 'data:image/svg+xml;base64,AAAA' } }],
    ['an image in another field', { input: { version: URI } }],
    ['an image beside the input', { img: URI, input: {} }],
    ['an image as a key', { input: { [URI]: 1 } }],
    ['escapes in the image', `{"input":{"img":"${URI}\\u0022"}}`],
    ['an image that ends the JSON early', `{"input":{"img":"${URI}"},"version":"other/model`],
    ['an image that never ends', `{"input":{"img":"${URI}`],
    ['more than an image', { input: { img: URI }, more: 'x'.repeat(5_000) }],
    ['two images', { input: { img: URI, other: `data:image/png;base64,${'A'.repeat(5_000)}` } }],
    ['14 MB of brackets', '['.repeat(14 * 1024 * 1024)],
    ['14 MB of quotes', '"data:image/'.repeat(1_200_000)],
    ['14 MB of keys', `{"input":{"img":"${URI}"},${'"a":1,'.repeat(2_000_000)}`],
  ])('%s is rejected without parsing the image', async (_, body) => {
    const buffer = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
    await expect(splitRelayBody(buffer)).rejects.toMatchObject({
      code: expect.stringMatching(/^(validation_failed|invalid_json)$/) as string,
    });
    expect(parsedLength()).toBeLessThan(10_000);
  });

  it('an image that JSON does not allow is forwarded as it is', async () => {
    const { image } = await splitRelayBody(Buffer.from(`{"input":{"img":"${URI}\n"}}`));
    expect(image.toString()).toBe(`${URI}\n`);
  });

  it('an image of 14 MB is forwarded without parsing it', async () => {
    const body = Buffer.from(`{"input":{"img":"data:image/png;base64,${'A'.repeat(14 * 1024 * 1024 - 100)}"}}`);
    const { image } = await splitRelayBody(body);
    expect(parsedLength()).toBeLessThan(10_000);
    expect(image.buffer).toBe(body.buffer);
  });
});
