import { modelEntry, problemsOf } from './model-entry';
import { proposedWorkflow, workflowEntry } from './proposed-workflow';
import { SHIPPED_MODELS } from './shipped-models';
import { WAN_WORKFLOW } from './testing/wan-workflow';
import { taskRouteOf, vendorInput } from './vendor-input';
import { fieldProblem, graphProblem, GRAPH_LIMITS, parseWorkflow, type WorkflowGraph } from './workflow-graph';

/** What only an operator knows. */
const KNOWN = {
  ...{ id: 'wan', name: 'Wan', description: SHIPPED_MODELS[0]!.description },
  price: { perSecond: { all: 1_000 } },
};
const NODE = { class_type: 'A', inputs: {} };
const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) });

describe('graphs that operators paste', () => {
  it('an export and the body of a request are read', () => {
    expect(parseWorkflow(JSON.stringify(WAN_WORKFLOW))).toEqual(WAN_WORKFLOW);
    expect(parseWorkflow(JSON.stringify({ prompt: WAN_WORKFLOW, client_id: 'a' }))).toEqual(WAN_WORKFLOW);
  });

  it.each([
    ['{', 'This is not JSON'],
    ['[]', 'A workflow is a JSON object of nodes'],
    ['{}', 'The workflow has no nodes'],
    ['{"nodes":[],"links":[]}', /Export \(API\)/],
    ['{"1":{"type":"KSampler"}}', 'Node 1 has no class_type and inputs, as the API format has'],
    ['{"1":{"class_type":"A","inputs":{"b":["2",0]}}}', 'The input 1.b comes from 2, which is missing'],
    ['{"__proto__":{"class_type":"A","inputs":{}}}', /not an id/],
    ['{"1":{"class_type":"A","inputs":{"__proto__":1}}}', /without a usable name/],
    ['{"1.2":{"class_type":"A","inputs":{}}}', /not an id/],
  ])('%s is refused in words', (text, message) => {
    expect(() => parseWorkflow(text)).toThrow(message);
  });

  it.each([
    ['too many nodes', Object.fromEntries(Array.from({ length: GRAPH_LIMITS.nodes + 1 }, (_, i) => [i, NODE]))],
    [
      'too many inputs',
      { 1: { class_type: 'A', inputs: Object.fromEntries(Array.from({ length: 65 }, (_, i) => [`i${i}`, 1])) } },
    ],
    ['nesting', { 1: { class_type: 'A', inputs: { a: nested(GRAPH_LIMITS.depth + 1) } } }],
    ['size', { 1: { class_type: 'A', inputs: { a: 'x'.repeat(GRAPH_LIMITS.characters) } } }],
  ])('%s is limited', (_what, graph) => {
    expect(graphProblem(graph)).toMatch(/at most|more than|too deeply/);
  });

  it('a graph that refers to itself ends the search', () => {
    const circle: WorkflowGraph = {
      1: { class_type: 'KSampler', inputs: { positive: ['2', 0], negative: ['2', 1] } },
      2: { class_type: 'Apply', inputs: { positive: ['1', 0], negative: ['1', 1] } },
      3: { class_type: 'Mix', inputs: { a: ['3', 0], b: ['3', 0], c: ['3', 0], d: ['3', 0] } },
    };
    circle['1']!.inputs.other = ['3', 0];
    circle['2']!.inputs.positive = ['3', 0];
    expect(proposedWorkflow(circle).fields.prompt).toBeUndefined();
  });
});

describe('proposals for a graph', () => {
  it('its inputs and its output are recognized by what leads where', () => {
    expect(proposedWorkflow(WAN_WORKFLOW)).toEqual({
      fields: {
        prompt: '6.text',
        negativePrompt: '7.text',
        duration: { as: 'frames', field: '55.length', framesPerSecond: 24, plus: 1, rateField: '57.fps' },
        resolution: { as: 'size', width: '55.width', height: '55.height', multipleOf: 16 },
        seed: '3.seed',
        image: '56.image',
        reference: '58.filename_prefix',
      },
      outputNode: '58',
      isVideo: true,
      seconds: 5,
    });
  });

  it('a last image, conditionings that pass through a node, and a seed that adds noise are recognized', () => {
    const graph: WorkflowGraph = {
      1: { class_type: 'CLIPTextEncode', inputs: { text: 'no' } },
      2: { class_type: 'CLIPTextEncode', inputs: { text: ['9', 0] } },
      3: {
        class_type: 'WanFirstLastFrameToVideo',
        inputs: {
          ...{ width: 832, height: 480, length: 81, positive: ['2', 0], negative: ['1', 0] },
          ...{ start_image: ['4', 0], end_image: ['5', 0] },
        },
      },
      4: { class_type: 'LoadImage', inputs: { image: 'a.png' } },
      5: { class_type: 'LoadImage', inputs: { image: 'b.png' } },
      6: {
        class_type: 'KSamplerAdvanced',
        inputs: { add_noise: 'disable', noise_seed: 0, positive: ['3', 0], negative: ['3', 1] },
      },
      7: {
        class_type: 'KSamplerAdvanced',
        inputs: { add_noise: 'enable', noise_seed: 7, positive: ['3', 0], negative: ['3', 1] },
      },
      8: { class_type: 'VHS_VideoCombine', inputs: { frame_rate: 16, filename_prefix: 'a' } },
      9: { class_type: 'PrimitiveString', inputs: { value: 'yes' } },
    };
    expect(proposedWorkflow(graph).fields).toMatchObject({
      ...{ prompt: '9.value', negativePrompt: '1.text', seed: '7.noise_seed', image: '4.image', lastImage: '5.image' },
      duration: { framesPerSecond: 16, rateField: '8.frame_rate' },
    });
  });

  it('a proposed entry lacks only what an operator knows, and makes the graph of a task', () => {
    const proposed = workflowEntry(WAN_WORKFLOW);
    const paths = problemsOf(proposed).map(({ path }) => path);
    expect(paths.filter((path) => !/^(id|name|price|description|routes\.0\.provider)/.test(path))).toEqual([]);
    const [route] = proposed.routes as object[];
    const entry = modelEntry.parse({
      ...proposed,
      ...KNOWN,
      routes: [{ ...route, provider: 'gpu-1' }],
    });
    const task = taskRouteOf(entry, 'gpu-1', 'image')!;
    const values = { prompt: 'Boats', negativePrompt: 'rain', duration: 4, resolution: '720p', aspectRatio: '16:9' };
    const graph = vendorInput(task, { ...values, seed: 7, image: 'luit/a.png', reference: 'luit-1' });
    expect(graph).toMatchObject({
      6: { inputs: { text: 'Boats' } },
      7: { inputs: { text: 'rain' } },
      3: { inputs: { seed: 7, steps: 20, positive: ['6', 0] } },
      55: { inputs: { width: 1_280, height: 720, length: 97 } },
      56: { inputs: { image: 'luit/a.png' } },
      57: { inputs: { fps: 24 } },
      58: { inputs: { filename_prefix: 'luit-1' } },
    });
    expect(WAN_WORKFLOW['6']?.inputs.text).toMatch(/^Low contrast/);
  });
});

describe('routes with a workflow', () => {
  const entry = () => ({ ...workflowEntry(WAN_WORKFLOW), ...KNOWN });
  interface Changeable {
    provider: string;
    fields: Record<string, unknown>;
    workflow?: { outputNode: string };
  }
  const problemsWith = (change: (route: Changeable) => unknown) => {
    const changed = structuredClone(entry()) as unknown as { routes: [Changeable] };
    changed.routes[0].provider = 'gpu-1';
    change(changed.routes[0]);
    return problemsOf(changed).map(({ path, message }) => `${path}: ${message}`);
  };

  it('a field that the graph does not have, or that comes from another node, is named', () => {
    expect(problemsWith((route) => (route.fields.prompt = '6.prompt'))).toEqual([
      'routes.0.fields.prompt: The workflow has no input 6.prompt',
    ]);
    expect(problemsWith((route) => (route.fields.seed = '3.model'))).toEqual([
      'routes.0.fields.seed: 3.model comes from node 48; choose an input of that node',
    ]);
    expect(fieldProblem(WAN_WORKFLOW, '3.seed')).toBeNull();
  });

  it('the prefix, an output node that exists, and one start are required', () => {
    expect(problemsWith((route) => delete route.fields.reference)).toEqual([expect.stringMatching(/file prefix/)]);
    expect(problemsWith((route) => (route.workflow = { ...route.workflow!, outputNode: '99' }))).toEqual([
      'routes.0.workflow.outputNode: The workflow has no node 99',
    ]);
  });

  it('inputs of nodes need a workflow', () => {
    const problems = problemsWith((route) => delete route.workflow);
    expect(problems).toContain('routes.0.fields.prompt: Only a workflow has inputs of nodes');
  });
});
