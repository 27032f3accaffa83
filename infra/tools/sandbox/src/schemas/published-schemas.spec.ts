import { type RunningSandbox, startSandbox } from '../sandbox';
import { type SandboxClient, sandboxClient } from '../sandbox-client';

let sandbox: RunningSandbox;
let client: SandboxClient;

beforeAll(async () => {
  sandbox = await startSandbox({ mailbox: false });
  client = sandboxClient(sandbox);
});
afterAll(() => sandbox.close());

interface Published {
  components: { schemas: Record<string, { properties?: Record<string, unknown>; required?: string[] }> };
}

describe('Replicate', () => {
  const schemasOf = ({ openapi_schema }: Record<string, unknown>) => (openapi_schema as Published).components.schemas;

  it('publishes the input of a model with numbered fields and enumerations of their own', async () => {
    const { status, body } = await client.replicate('GET', '/models/bytedance/seedance-2.0');
    expect(status).toBe(200);
    expect(body).toMatchObject({ owner: 'bytedance', name: 'seedance-2.0', is_official: true });
    const schemas = schemasOf(body.latest_version as Record<string, unknown>);
    expect(schemas.Input).toMatchObject({
      type: 'object',
      required: ['prompt'],
      properties: {
        prompt: { type: 'string', title: 'Prompt', 'x-order': 0 },
        image: { type: 'string', format: 'uri' },
        reference_images: { type: 'array', items: { type: 'string', format: 'uri' }, default: [] },
        duration: { type: 'integer', minimum: -1, maximum: 15, default: 5, 'x-order': 4 },
        aspect_ratio: { allOf: [{ $ref: '#/components/schemas/aspect_ratio' }], default: '16:9' },
        generate_audio: { type: 'boolean', default: true },
        seed: { type: 'integer', title: 'Seed' },
      },
    });
    expect(schemas.aspect_ratio).toMatchObject({ type: 'string', enum: expect.arrayContaining(['21:9', '3:4']) });
    expect(schemas.Output).toMatchObject({ type: 'string', format: 'uri' });
  });

  it('publishes each version of a model, and a list of links as the output of a model for images', async () => {
    const { body } = await client.replicate('GET', '/models/black-forest-labs/flux-dev');
    const latest = body.latest_version as { id: string };
    const version = await client.replicate('GET', `/models/black-forest-labs/flux-dev/versions/${latest.id}`);
    expect(version).toMatchObject({ status: 200, body: latest });
    expect(schemasOf(version.body)).toMatchObject({
      Input: { properties: { num_outputs: { type: 'integer', minimum: 1, maximum: 4 } } },
      Output: { type: 'array', items: { type: 'string', format: 'uri' } },
    });
  });

  it.each(['/models/nobody/nothing', '/models/bytedance/seedance-2.0/versions/abc'])('answers %s with 404', (path) =>
    expect(client.replicate('GET', path)).resolves.toMatchObject({
      status: 404,
      body: { detail: 'The requested resource could not be found.', status: 404 },
    }),
  );
});

describe('fal', () => {
  const models = async (query: string) =>
    client.falPlatform('GET', `/models?${query}`, undefined, { authorization: '' });

  it('publishes the input of an endpoint, without a key', async () => {
    const id = 'bytedance/seedance-2.0/reference-to-video';
    const { status, body } = await models(`endpoint_id=${id}&expand=openapi-3.0`);
    expect({ status, more: body.has_more }).toEqual({ status: 200, more: false });
    const [model] = body.models as { endpoint_id: string; openapi: Published & { paths: object } }[];
    expect(model).toMatchObject({ endpoint_id: id, metadata: { category: 'image-to-video', status: 'active' } });
    const input = '#/components/schemas/BytedanceSeedance20ReferenceToVideoInput';
    expect(model?.openapi.paths).toMatchObject({
      [`/${id}`]: { post: { requestBody: { content: { 'application/json': { schema: { $ref: input } } } } } },
    });
    expect(model?.openapi.components.schemas.BytedanceSeedance20ReferenceToVideoInput).toMatchObject({
      required: ['prompt'],
      'x-fal-order-properties': expect.arrayContaining(['prompt', 'image_urls', 'generate_audio']),
      properties: {
        image_urls: { type: 'array', items: { type: 'string' } },
        duration: { type: 'string', enum: expect.arrayContaining(['auto', '4', '15']), default: 'auto' },
        seed: { type: 'integer', nullable: true },
      },
    });
  });

  it('lists endpoints by category without their schemas, and knows no others', async () => {
    const { body } = await models('category=text-to-image');
    const summary = expect.not.objectContaining({ openapi: expect.anything() }) as object;
    expect(body.models).toEqual([summary, summary]);
    expect(body.models).toMatchObject([{ endpoint_id: 'fal-ai/flux/dev' }, { endpoint_id: 'google/nano-banana-2.1' }]);
    expect(await models('endpoint_id=nobody/nothing')).toMatchObject({
      status: 404,
      body: { error: { type: 'not_found' } },
    });
  });
});
