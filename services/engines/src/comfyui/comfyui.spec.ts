import { WORKFLOW_ROUTES, newTask, PIXEL } from '../testing/tasks';
import { probeOutput } from '../testing/probe';
import { post, startServer, type TestServer } from '../testing/test-server';
import { taskIdOf } from '../submission-input';
import { outputFileOf } from './output-file';
import { graphFailure } from './graph-errors';
import { randomUUID } from 'node:crypto';

const taskOf = (prompt = 'Boats at dawn', start: 'text' | 'image' = 'text') =>
  newTask(WORKFLOW_ROUTES[start], { prompt });

describe.each(['comfyui', 'comfyui-old'] as const)('%s', (name) => {
  let server: TestServer;
  const isNew = name === 'comfyui';

  beforeAll(async () => {
    server = await startServer(name);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await server.behave();
    await server.restart();
  });

  it('ids that follow from references are canonical UUIDs, which newer servers demand', async () => {
    const graph = WORKFLOW_ROUTES.text.workflow!.graph;
    const id = taskIdOf('A/reference_of-Luit');
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(taskIdOf('A/reference_of-Luit')).toBe(id);
    for (const [given, status] of [
      [id, 200],
      [id.toUpperCase(), isNew ? 400 : 200],
      ['luit-1', isNew ? 400 : 200],
    ]) {
      expect(await post(`${server.url}/prompt`, { prompt: graph, prompt_id: given })).toMatchObject({ status });
    }
  });

  it('a graph without its output node is canceled and is an invalid workflow', async () => {
    await server.misbehave('drops_output');
    const task = taskOf('Dropped [slow:30]');
    expect(await server.submit(task)).toMatchObject({
      result: 'rejected',
      failure: { kind: 'provider', code: 'model_missing' },
    });
    const { body } = await server.client.control('GET', `/state?target=${name}`);
    expect(body.jobs).toEqual([]);
  });

  it('a missing file is named, and its model counts as missing', async () => {
    await server.misbehave('missing_file');
    expect(await server.submit(taskOf())).toMatchObject({
      result: 'rejected',
      failure: {
        code: 'model_missing',
        message: expect.stringMatching(/^This server does not have the file wan3\.0_t2v_20B\.safetensors/) as string,
      },
    });
  });

  it('running out of memory says so, without the prompt', async () => {
    await server.misbehave('out_of_memory');
    const { failure } = await server.reaches(await server.submitted(taskOf('A secret river')), 'failed');
    expect(failure).toMatchObject({ kind: 'provider', code: 'out_of_memory' });
    expect(JSON.stringify(failure)).not.toContain('secret');
  });

  it('a failure names its node', async () => {
    const { failure } = await server.reaches(await server.submitted(taskOf('[fail:input]')), 'failed');
    expect(failure).toMatchObject({ code: 'ValueError', message: expect.stringMatching(/in node \d/) as string });
  });

  it('a task whose response was lost is found while it waits, runs and after its end', async () => {
    const [first, task] = [taskOf('First [slow:0.5]'), taskOf('Lost')];
    await server.submitted(first);
    await server.misbehave('lost_answer');
    expect(await server.submit(task)).toMatchObject({ result: 'unknown' });
    await server.behave();
    const found = await server.find(task);
    expect(found).toBe(`${taskIdOf(task.clientRef)}/4`);
    await server.reaches(String(found), 'succeeded');
    expect(await server.find(task)).toBe(found);
  });

  it('the same id twice is queued twice, and both are read as one task', async () => {
    const task = taskOf('Twice');
    expect(await server.submitted(task)).toBe(await server.submitted(task));
    await server.reaches(await server.submitted(task), 'succeeded');
  });

  it.each(['restarted', 'lost its history'])('a task is lost after the server was %s', async (what) => {
    if (what !== 'restarted') await server.misbehave('evicts_history');
    const externalId = await server.submitted(taskOf(what === 'restarted' ? '[never]' : 'Short'));
    await server.behave();
    if (what === 'restarted') await server.restart();
    expect(await server.reaches(externalId, 'lost')).toMatchObject({ failure: { code: 'task_forgotten' } });
  });

  it('a running task is interrupted, and no other one', async () => {
    const [running, waiting] = [await server.submitted(taskOf('[never]')), await server.submitted(taskOf('Next'))];
    await server.reaches(running, 'running');
    expect(await server.get(waiting)).toMatchObject({ state: 'queued' });
    expect(await server.cancel(waiting)).toBe('accepted');
    expect(await server.get(running)).toMatchObject({ state: 'running' });
    const other = await server.submitted(taskOf('Other'));
    expect(await server.cancel(running)).toBe('accepted');
    await server.reaches(running, 'canceled');
    await server.reaches(other, 'succeeded');
    expect(await server.cancel(other)).toBe('too_late');
    const interrupts = (await server.requests()).filter(({ path }) => path.endsWith('/interrupt'));
    for (const { body } of interrupts) expect(JSON.stringify(body)).toContain('prompt_id');
  });

  it('a different image with the same name is renamed, and the graph gets the new name', async () => {
    const task = taskOf('With an image', 'image');
    const form = new FormData();
    form.append('image', new Blob(['other'], { type: 'image/png' }), `${taskIdOf(task.clientRef)}-first.png`);
    form.append('subfolder', 'luit');
    await fetch(`${server.url}/upload/image`, { method: 'POST', body: form });
    const status = await server.reaches(await server.submitted(task, PIXEL), 'succeeded');
    expect(await probeOutput(status)).toMatchObject({ size: '640x368' });
  });

  it('a cached result points to the earlier file, which the prefix of Luit prevents', async () => {
    const graph = WORKFLOW_ROUTES.text.workflow!.graph;
    const ids = [randomUUID(), randomUUID()];
    const urls: (string | null)[] = [];
    for (const id of ids) {
      await post(`${server.url}/prompt`, { prompt: graph, prompt_id: id });
      urls.push((await server.reaches(id, 'succeeded')).outputUrl);
    }
    expect(urls[0]).toBe(urls[1]);
    const [one, two] = [taskOf(), taskOf()];
    const first = await server.reaches(await server.submitted(one), 'succeeded');
    expect((await server.reaches(await server.submitted(two), 'succeeded')).outputUrl).not.toBe(first.outputUrl);
  });

  it('a file that is gone fails the download', async () => {
    const status = await server.reaches(await server.submitted(taskOf()), 'succeeded');
    await server.misbehave('file_gone');
    await expect(probeOutput(status)).rejects.toMatchObject({ code: 'http_404' });
  });

  it('a file without a length is downloaded', async () => {
    const status = await server.reaches(await server.submitted(taskOf()), 'succeeded');
    await server.misbehave('no_length');
    expect(await probeOutput(status)).toMatchObject({ codec: 'h264' });
  });

  it('requests have no Origin, which the server refuses', async () => {
    expect(await fetch(`${server.url}/prompt`, { headers: { origin: 'http://example.com' } })).toMatchObject({
      status: 403,
    });
    await server.engine.check(new AbortController().signal);
  });

  it('devices and models are described', async () => {
    expect(await server.engine.describe?.(new AbortController().signal)).toEqual({
      software: `ComfyUI ${isNew ? '0.10.0' : '0.3.64'}`,
      models: ['sd_xl_base_1.0.safetensors', 'wan2.2_ti2v_5B_fp16.safetensors'],
      devices: [expect.objectContaining({ totalBytes: 25_757_220_864 })],
    });
  });

  it.each(['error:500', 'error:404', 'garbage', 'down', 'lost_answer'])(
    'reads fail while the server answers with %s',
    async (kind) => {
      const externalId = await server.submitted(taskOf('[never]'));
      await server.misbehave(kind);
      await expect(server.get(externalId)).rejects.toMatchObject({ name: 'ProviderReadError' });
      await expect(server.cancel(externalId)).rejects.toMatchObject({ name: 'ProviderReadError' });
      await expect(server.find(taskOf())).rejects.toMatchObject({ name: 'ProviderReadError' });
      await server.restart();
    },
  );

  it('a route without a workflow is rejected without a request', async () => {
    const { workflow: _, ...route } = WORKFLOW_ROUTES.text;
    expect(await server.submit(newTask(route))).toMatchObject({ failure: { code: 'model_not_configured' } });
    expect((await server.requests()).filter(({ method }) => method === 'POST')).toEqual([]);
  });
});

describe('outputs of nodes', () => {
  const file = (filename: string, type = 'output') => ({ filename, subfolder: '', type });

  it('a list under any name counts, and the best kind of file is taken', () => {
    const outputs = { 1: { images: [file('a.png')] }, 2: { gifs: [{ ...file('b.mp4'), format: 'video/h264-mp4' }] } };
    expect(outputFileOf(outputs, undefined)).toMatchObject({ filename: 'b.mp4' });
    expect(outputFileOf(outputs, '1')).toMatchObject({ filename: 'a.png' });
    expect(outputFileOf(outputs, '3')).toBeNull();
  });

  it('previews, texts and other values are no outputs', () => {
    const outputs = {
      1: { images: [file('a.png', 'temp')], text: ['x'], animated: [true], other: { filename: 'b.mp4' } },
    };
    expect(outputFileOf(outputs, undefined)).toBeNull();
  });
});

describe('refused graphs', () => {
  const error = { type: 'prompt_outputs_failed_validation', message: '', details: '' };
  const errorsOf = (type: string, input_name: string, received_value: unknown) => ({
    7: {
      class_type: 'KSampler',
      dependent_outputs: ['9'],
      errors: [{ type, message: 'Refused', extra_info: { input_name, received_value } }],
    },
  });

  it('a value that Luit filled is an invalid input and not in the message, and any other one is the operator’s', () => {
    const filled = graphFailure(error, errorsOf('value_not_in_list', 'text', 'a secret prompt'), ['7.text']);
    expect(filled).toMatchObject({
      kind: 'invalid_input',
      message: 'This server refuses the input text of node 7 (KSampler): Refused',
    });
    const file = graphFailure(error, errorsOf('value_not_in_list', 'unet_name', 'a.safetensors'), ['7.text']);
    expect(file).toMatchObject({ kind: 'provider', code: 'model_missing' });
    expect(graphFailure(error, errorsOf('required_input_missing', 'model', null), [])).toMatchObject({
      kind: 'provider',
    });
  });

  it('an error without nodes keeps the words of the server', () => {
    expect(
      graphFailure({ type: 'prompt_no_outputs', message: 'Prompt has no outputs', details: '' }, {}, []),
    ).toMatchObject({
      kind: 'provider',
      message: 'This server refuses the workflow: Prompt has no outputs',
    });
  });
});
