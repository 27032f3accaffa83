import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ProviderReadError } from '@luit/engines/engine';
import { publishedFields } from './published-input';
import { ReplicateProvider } from './replicate';

interface Answer {
  status?: number;
  headers?: Record<string, string>;
  body: string;
  /** Milliseconds before it. */
  delayMs?: number;
}

describe('the input schema of a hostile vendor', () => {
  let vendor: Server;
  let answer: Answer;
  let asked: string[] = [];

  beforeAll(async () => {
    vendor = createServer((request, response) => {
      asked.push(request.url ?? '');
      const { status = 200, headers, body, delayMs = 0 } = answer;
      // Nobody waits for an answer that is too late.
      setTimeout(() => response.writeHead(status, headers).end(body), delayMs).unref();
    });
    await new Promise<void>((resolve) => vendor.listen(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    vendor.closeAllConnections();
    await new Promise((resolve) => vendor.close(resolve));
  });

  const document = (schemas: object) =>
    JSON.stringify({ latest_version: { openapi_schema: { components: { schemas } } } });
  const refersTo = (...references: string[]) =>
    document({ Input: { $ref: references[0] }, A: { $ref: references[1] ?? '' } });
  const read = () => {
    const { port } = vendor.address() as AddressInfo;
    const instance = {
      ...{
        id: 'hostile',
        kind: 'replicate' as const,
        dialect: null,
        isOwn: true,
        credential: 'key',
        webhookSecret: null,
      },
      baseUrl: `http://127.0.0.1:${port}`,
    };
    // Only the answer that takes too long may time out, also on a busy machine.
    const getTimeoutMs = answer.delayMs ? 1_000 : 120_000;
    const provider = new ReplicateProvider(instance, { postTimeoutMs: 1_000, getTimeoutMs });
    return provider.publishedInput('a/b', AbortSignal.timeout(120_000));
  };

  it.each<[string, Answer, string]>([
    ['refers to itself', { body: refersTo('#/components/schemas/Input') }, 'no_schema'],
    ['goes in a circle', { body: refersTo('#/components/schemas/A', '#/components/schemas/Input') }, 'no_schema'],
    ['refers to another document', { body: refersTo('http://169.254.169.254/latest') }, 'no_schema'],
    ['refers to a prototype', { body: refersTo('#/__proto__/constructor') }, 'no_schema'],
    ['has 10 MB', { body: JSON.stringify('x'.repeat(10_000_000)) }, 'response_too_large'],
    ['has 3 MB', { body: JSON.stringify('x'.repeat(3_000_000)) }, 'schema_too_large'],
    ['has a depth of 100,000', { body: '{"latest_version":'.repeat(100_000) }, 'no_schema'],
    ['is no JSON', { body: '<html>' }, 'no_schema'],
    ['is a redirect', { status: 302, headers: { location: 'http://127.0.0.1:1/' }, body: '' }, 'http_302'],
    ['takes too long', { body: '{}', delayMs: 5_000 }, 'timeout'],
  ])('is refused if it %s', async (_, hostile, code) => {
    answer = hostile;
    asked = [];
    const failure = await read().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ProviderReadError);
    expect((failure as ProviderReadError).failure.code).toBe(code);
    expect(asked).toEqual(['/v1/models/a/b']);
  });

  it('keeps what it can be used for, and drops keys and values that would do harm', () => {
    const properties = Object.fromEntries([
      ['__proto__', { type: 'string' }],
      ['constructor', { type: 'string' }],
      ['a b', { type: 'string' }],
      ['prompt', { type: 'string', description: 'x'.repeat(10_000), default: 'y'.repeat(10_000) }],
      ['ratio', { anyOf: [{ type: 'null' }, { enum: ['16:9', { $ref: '#' }, 'z'.repeat(1_000)], type: 'string' }] }],
      ['seconds', { allOf: [{ $ref: '#/seconds' }], minimum: Number.NaN }],
      ...Array.from({ length: 500 }, (_, i) => [`field_${i}`, { enum: Array.from({ length: 500 }, (__, n) => n) }]),
    ]) as object;
    const fields = publishedFields({ seconds: { enum: [5, 10], type: 'integer', default: 5 } }, { properties });
    expect(fields).toHaveLength(100);
    const [prompt, ratio, seconds, other] = fields;
    expect([prompt?.description.length, prompt?.preset]).toEqual([300, null]);
    expect(ratio).toMatchObject({ name: 'ratio', type: 'text', values: ['16:9'] });
    expect(seconds).toMatchObject({ name: 'seconds', type: 'integer', values: [5, 10], preset: 5, minimum: null });
    expect(other?.values).toHaveLength(100);
  });
});
