import { longestText } from './model-parameters';
import { isTextParameter } from './vocabulary';
import type { FieldMapping, InputName } from './model-routes';
import { PHOTO_LIMITS, RATIOS, RESOLUTIONS, VIDEO_LIMITS } from './vocabulary';
import { type GraphNode, graphInputOf, linkOf, type WorkflowGraph } from './workflow-graph';

/** What an operator reviews: which inputs of a graph Luit fills, and which node makes the output. */
export interface WorkflowProposal {
  fields: Partial<Record<InputName, FieldMapping>>;
  outputNode: string | undefined;
  isVideo: boolean;
  /** The length of the video that the graph makes as it is; null if the graph does not tell. */
  seconds: number | null;
}

const USUAL_SIZE = { width: 1_280, height: 720 };
const USUAL_SECONDS = 5;

type Found = [id: string, node: GraphNode];

/** Nodes that save files, the most suitable first. */
const SAVES = ['SaveVideo', 'VHS_VideoCombine', 'SaveWEBM', 'SaveAnimatedWEBP', 'SaveImage'];
const VIDEOS = /video|webm|animated/i;
const SEEDS = ['seed', 'noise_seed'];
const FRAMES = ['length', 'num_frames', 'video_frames', 'frames'];
const RATES = ['fps', 'frame_rate'];
const TEXTS = ['text', 'prompt', 'positive_prompt', 'value', 'string'];
const NEGATIVES = ['negative_prompt', 'negative'];
/** Sides of latents of usual models. */
const MULTIPLE = 16;

/** Proposes the inputs of a graph from the types of its nodes and from what leads where. */
export function proposedWorkflow(graph: WorkflowGraph): WorkflowProposal {
  const nodes = Object.entries(graph);
  const output = outputOf(nodes);
  const isVideo = output !== undefined && VIDEOS.test(output[1].class_type);
  const prompts = promptsOf(graph);
  const size = nodes
    .filter(([, node]) => isNumber(node.inputs.width) && isNumber(node.inputs.height))
    .sort(([, a], [, b]) => Number(isResizing(a)) - Number(isResizing(b)))[0];
  const frames = isVideo ? framesOf(nodes, size) : undefined;
  const rate = isVideo ? literalOf(nodes, RATES, isNumber) : undefined;
  const seed = literalOf(
    nodes.filter(([, { inputs }]) => inputs.add_noise !== 'disable'),
    SEEDS,
    isNumber,
  );
  const images = imagesOf(graph);
  const fields: WorkflowProposal['fields'] = {
    ...(prompts.positive && { prompt: prompts.positive }),
    ...(prompts.negative && { negativePrompt: prompts.negative }),
    ...(frames && rate && { duration: durationOf(frames, rate) }),
    ...(size && {
      resolution: { as: 'size', width: `${size[0]}.width`, height: `${size[0]}.height`, multipleOf: MULTIPLE } as const,
    }),
    ...(seed && { seed: seed.field }),
    ...(images.first && { image: images.first }),
    ...(images.last && { lastImage: images.last }),
    ...(output && 'filename_prefix' in output[1].inputs && { reference: `${output[0]}.filename_prefix` }),
  };
  const seconds = frames && rate ? Math.round(frames.value / rate.value) : null;
  return { fields, outputNode: output?.[0], isVideo, seconds };
}

/** An entry to review, which lacks what only an operator knows: the provider, the price, and what to say about the model. */
export function workflowEntry(graph: WorkflowGraph): Record<string, unknown> {
  const { fields, outputNode, isVideo, seconds } = proposedWorkflow(graph);
  const { width, height } = sizeIn(graph, fields.resolution);
  const ratio = nearest(
    RATIOS,
    (each) =>
      each
        .split(':')
        .map(Number)
        .reduce((a, b) => a / b),
    width / height,
  );
  const resolution = nearest(RESOLUTIONS, (each) => Number.parseInt(each, 10), Math.min(width, height));
  const hasSize = fields.resolution !== undefined;
  const length = seconds ?? USUAL_SECONDS;
  const parameters = {
    ...Object.fromEntries(
      Object.keys(fields)
        .filter(isTextParameter)
        .map((name) => [name, longestText(name)]),
    ),
    ...(isVideo && { duration: { values: [length], default: length } }),
    ...((isVideo || hasSize) && { resolution: { values: [resolution], default: resolution } }),
    ...(hasSize && { aspectRatio: { values: [ratio], default: ratio } }),
    ...(fields.seed && { seed: {} }),
  };
  const start = fields.image ? 'image' : 'text';
  return {
    ...{ id: '', name: '', description: {}, output: isVideo ? 'video' : 'image' },
    starts: fields.image ? { text: false, image: { lastFrame: fields.lastImage !== undefined } } : { text: true },
    parameters,
    price: isVideo ? { perSecond: {} } : { perImage: {} },
    routes: [
      {
        ...{ provider: '', model: { [start]: 'workflow' }, fields, workflow: { graph, outputNode } },
        limits: isVideo ? VIDEO_LIMITS : PHOTO_LIMITS,
      },
    ],
    state: 'draft',
  };
}

/** The size that the graph makes as it is. */
function sizeIn(graph: WorkflowGraph, mapping: FieldMapping | undefined): { width: number; height: number } {
  const of = (field: string) => {
    const { node, input } = graphInputOf(field);
    return Number(graph[node]?.inputs[input]);
  };
  if (typeof mapping !== 'object' || mapping.as !== 'size') return USUAL_SIZE;
  return { width: of(mapping.width), height: of(mapping.height) };
}

function nearest<Value extends string>(
  values: readonly Value[],
  sizeOf: (value: Value) => number,
  wanted: number,
): Value {
  const distance = (value: Value) => Math.abs(Math.log(sizeOf(value) / wanted));
  return values.reduce((best, each) => (distance(each) < distance(best) ? each : best));
}

function outputOf(nodes: Found[]): Found | undefined {
  const known = SAVES.map((type) => nodes.find(([, node]) => node.class_type === type)).find(
    (node) => node !== undefined,
  );
  const saves = nodes.filter(([, { inputs }]) => 'filename_prefix' in inputs);
  return known ?? saves.find(([, node]) => VIDEOS.test(node.class_type)) ?? saves[0];
}

interface Literal {
  field: string;
  value: number;
}

function literalOf(nodes: Found[], names: string[], fits: (value: unknown) => value is number): Literal | undefined {
  for (const [id, { inputs }] of nodes) {
    for (const name of names) {
      const value = inputs[name];
      if (fits(value)) return { field: `${id}.${name}`, value };
    }
  }
  return undefined;
}

/** Of a graph without a model, such as one that repeats an image, the batch. */
function framesOf(nodes: Found[], size: Found | undefined): Literal | undefined {
  return literalOf(nodes, FRAMES, isNumber) ?? (size && literalOf([size], ['batch_size'], isNumber));
}

/** Many models make a multiple of four frames and the first one. */
function durationOf(frames: Literal, rate: Literal): FieldMapping {
  const plus = frames.value % 4 === 1 ? 1 : 0;
  return { as: 'frames', field: frames.field, framesPerSecond: rate.value, plus, rateField: rate.field };
}

/** The texts that lead to the inputs `positive` and `negative` of a node; without such inputs, the first text of an encoder. */
function promptsOf(graph: WorkflowGraph): { positive?: string; negative?: string } {
  const found: { positive?: string; negative?: string } = {};
  const nodes = Object.entries(graph);
  for (const [, { inputs }] of nodes) {
    found.positive ??= textBehind(graph, inputs.positive);
    found.negative ??= textBehind(graph, inputs.negative);
  }
  const direct = nodes.find(([, { inputs }]) => NEGATIVES.some((name) => typeof inputs[name] === 'string'));
  const negativeName = direct && NEGATIVES.find((name) => typeof direct[1].inputs[name] === 'string');
  found.negative ??= direct && `${direct[0]}.${negativeName}`;
  if (found.positive === undefined) {
    const encoder = nodes.find(
      ([id, { class_type, inputs }]) =>
        /text|prompt|string/i.test(class_type) &&
        TEXTS.some((name) => isText(inputs[name]) && `${id}.${name}` !== found.negative),
    );
    const name = encoder && TEXTS.find((each) => isText(encoder[1].inputs[each]));
    if (encoder) found.positive = `${encoder[0]}.${name}`;
  }
  return found.positive === found.negative ? { ...(found.positive && { positive: found.positive }) } : found;
}

/** Follows links back to a text. A node with both conditionings returns them in the same order. */
function textBehind(graph: WorkflowGraph, input: unknown, seen = new Set<string>()): string | undefined {
  const source = linkOf(input);
  const node = source === null ? undefined : graph[source];
  if (source === null || !node || seen.has(source)) return undefined;
  seen.add(source);
  const { inputs } = node;
  const name = TEXTS.find((each) => isText(inputs[each]));
  if (name) return `${source}.${name}`;
  if (linkOf(inputs.positive) && linkOf(inputs.negative)) {
    const isNegative = (input as [string, number])[1] === 1;
    return textBehind(graph, isNegative ? inputs.negative : inputs.positive, seen);
  }
  for (const each of Object.values(inputs)) {
    const found = textBehind(graph, each, seen);
    if (found) return found;
  }
  return undefined;
}

/** Images that are loaded from files, by what they lead to. */
function imagesOf(graph: WorkflowGraph): { first?: string; last?: string } {
  const found: { first?: string; last?: string } = {};
  for (const [id, { class_type, inputs }] of Object.entries(graph)) {
    if (!class_type.startsWith('LoadImage') || !isText(inputs.image)) continue;
    if (usesOf(graph, id).some((name) => /end|last/i.test(name))) found.last ??= `${id}.image`;
    else found.first ??= `${id}.image`;
  }
  return found;
}

/** Names of the inputs that a node leads to, also through nodes that change the image. */
function usesOf(graph: WorkflowGraph, id: string, steps = 4): string[] {
  if (steps === 0) return [];
  return Object.entries(graph).flatMap(([user, { inputs }]) =>
    Object.entries(inputs).flatMap(([name, input]) => {
      if (linkOf(input) !== id) return [];
      return /^images?$|^pixels$/.test(name) ? [name, ...usesOf(graph, user, steps - 1)] : [name];
    }),
  );
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const isText = (value: unknown): value is string => typeof value === 'string';
const isResizing = ({ class_type }: GraphNode) => /scale|resize|crop/i.test(class_type);
