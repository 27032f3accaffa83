import { VIDEO_DIALECTS } from '@luit/contracts/generation/catalog/vocabulary';
import { eventually } from '@luit/platform/testing/eventually';
import { type RunningSandbox, startSandbox } from '@luit/sandbox/sandbox';
import { type SandboxClient, sandboxClient } from '@luit/sandbox/sandbox-client';
import { randomUUID } from 'node:crypto';
import type { Engine, TaskState, TaskStatus } from './engine';
import type { EngineInstance, EngineKind } from './engine-instance';
import { engineOf, instanceOf, SANDBOX_SERVERS, type SandboxServer } from './testing/servers';
import { newTask, PIXEL, VIDEOS_ROUTE, WORKFLOW_ROUTES } from './testing/tasks';
import { probeOutput } from './testing/probe';

/**
 * What every server must do, whether it is one of the sandbox or a real one: `npm run verify -- comfyui --url http://127.0.0.1:8188`. The real
 * one needs only core nodes, or its own model.
 */
const { ENGINE_KIND, ENGINE_URL, ENGINE_KEY, ENGINE_DIALECT, ENGINE_SECONDS } = process.env;
const SERVERS: string[] = ENGINE_URL ? [ENGINE_URL] : Object.keys(SANDBOX_SERVERS);
/** A model takes minutes. */
const RUN_MS = Number(ENGINE_SECONDS ?? 120) * 1_000;
jest.setTimeout(4 * RUN_MS);

describe.each(SERVERS)('the contract of engines: %s', (server) => {
  const { signal } = new AbortController();
  const kind: EngineKind = ENGINE_URL
    ? ((ENGINE_KIND ?? 'comfyui') as EngineKind)
    : SANDBOX_SERVERS[server as SandboxServer].kind;
  const hasGraphs = kind !== 'videos-api';
  let sandbox: RunningSandbox | undefined;
  let client: SandboxClient | undefined;
  let instance: EngineInstance;
  let engine: Engine;

  beforeAll(async () => {
    if (ENGINE_URL) {
      const dialect = VIDEO_DIALECTS.find((each) => each === ENGINE_DIALECT) ?? null;
      instance = { id: 'real', kind, dialect, baseUrl: ENGINE_URL, credential: ENGINE_KEY ?? null, isOwn: true };
    } else {
      sandbox = await startSandbox({ mailbox: false });
      client = sandboxClient(sandbox);
      instance = instanceOf(server as SandboxServer, sandbox.url);
    }
    engine = engineOf(instance);
  });
  afterAll(() => sandbox?.close());

  const taskOf = (start: 'text' | 'image' = 'text', prompt?: string) =>
    newTask(hasGraphs ? WORKFLOW_ROUTES[start] : VIDEOS_ROUTE, prompt === undefined ? {} : { prompt });

  const submitted = async (task = taskOf(), image: string | null = null): Promise<string> => {
    const result = await engine.submit({ task, image }, signal);
    if (result.result !== 'submitted') throw new Error(`Not submitted: ${JSON.stringify(result)}`);
    return result.externalId;
  };

  const reaches = (externalId: string, ...states: TaskState[]): Promise<TaskStatus> =>
    eventually(async () => {
      const found = await engine.get(externalId, signal);
      expect(states).toContain(found.state);
      return found;
    }, RUN_MS);

  it('a server that answers passes the check and describes itself', async () => {
    await engine.check(signal);
    expect(await engine.describe?.(signal)).toMatchObject({ software: expect.stringMatching(/\w/) as string });
  });

  it.each(['text', 'image'] as const)('a task from %s makes a video of the ordered size and length', async (start) => {
    const externalId = await submitted(taskOf(start), start === 'image' ? PIXEL : null);
    const status = await reaches(externalId, 'succeeded');
    expect(status).toMatchObject({ progress: 100, failure: null });
    const { codec, size, seconds } = await probeOutput(status);
    expect([codec, size]).toEqual(['h264', '640x368']);
    expect(Math.abs(seconds - 2)).toBeLessThan(0.5);
  });

  it('an equal order runs again and has a file of its own', async () => {
    const urls: (string | null)[] = [];
    for (let i = 0; i < 2; i++) urls.push((await reaches(await submitted(), 'succeeded')).outputUrl);
    expect(new Set(urls).size).toBe(2);
  });

  it('a task is found by its reference, and a task that was never submitted is not', async () => {
    const [task, since] = [taskOf('text', `Boats ${randomUUID()}`), new Date()];
    const externalId = await submitted(task);
    const isSearchable = hasGraphs || instance.dialect === 'vllm-omni';
    expect(await engine.findByRef(task, since, signal)).toBe(isSearchable ? externalId : null);
    expect(await engine.findByRef(taskOf('text', 'Never sent'), since, signal)).toBeNull();
    await reaches(externalId, 'succeeded');
    expect(await engine.findByRef(task, since, signal)).toBe(isSearchable ? externalId : null);
  });

  it('a task that the server does not know is lost on a server of our own, and an error elsewhere', async () => {
    const unknown = randomUUID();
    expect(await engine.get(unknown, signal)).toMatchObject({ state: 'lost', failure: { code: 'task_forgotten' } });
    const elsewhere = client ? engineOf({ ...instance, isOwn: false }) : undefined;
    // The sandbox has a private address, which only a server of our own may have.
    if (elsewhere)
      await expect(elsewhere.get(unknown, signal)).rejects.toMatchObject({ failure: { code: 'forbidden_address' } });
  });

  it('a canceled task ends without an output, and others go on', async () => {
    const long = { ...taskOf('text', 'Boats at dawn [slow:2]'), duration: 10, resolution: '720p' };
    const [first, second] = [await submitted(long), await submitted()];
    const result = await engine.cancel(second, signal);
    // The proxy of Comfy API v2 cancels nothing before an older ComfyUI.
    if (!ENGINE_URL) expect(result).toBe(engine.capabilities.cancelQueued ? 'accepted' : 'unsupported');
    if (result === 'accepted') await reaches(second, 'canceled', 'lost');
    await reaches(first, 'succeeded');
    expect(await engine.cancel(first, signal)).toBe(engine.capabilities.cancelQueued ? 'too_late' : 'unsupported');
  });

  if (!hasGraphs) return;

  it('a graph with a node type that the server lacks says so', async () => {
    const task = taskOf();
    const graph = structuredClone(WORKFLOW_ROUTES.text.workflow!.graph);
    graph['3']!.class_type = 'NoSuchNode';
    const route = { ...WORKFLOW_ROUTES.text, workflow: { graph } };
    expect(await engine.submit({ task: { ...task, route }, image: null }, signal)).toMatchObject({
      result: 'rejected',
      failure: { kind: 'provider', code: 'model_missing', message: expect.stringContaining('NoSuchNode') as string },
    });
  });

  it('a size that a node does not take is an invalid input', async () => {
    const task = taskOf();
    const resolution = { as: 'size', width: '2.width', height: '2.batch_size', multipleOf: 1 } as const;
    const { duration: _, ...fields } = WORKFLOW_ROUTES.text.fields;
    const route = { ...WORKFLOW_ROUTES.text, fields: { ...fields, resolution } };
    const huge = { ...task, route, resolution: '99999p' };
    expect(await engine.submit({ task: huge, image: null }, signal)).toMatchObject({
      result: 'rejected',
      failure: { kind: 'invalid_input' },
    });
  });
});
