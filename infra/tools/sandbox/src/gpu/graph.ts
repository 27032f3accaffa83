import { promptWith, type Work } from '../videos/work';

export interface GraphNode {
  class_type: string;
  inputs: Record<string, unknown>;
}
export type Graph = Record<string, GraphNode>;

export interface NodeErrors {
  [id: string]: { errors: object[]; dependent_outputs: string[]; class_type: string };
}

/** Node types that this server has; a real one has a thousand. */
const TYPES = [
  ...[
    'EmptyImage',
    'LoadImage',
    'ImageScale',
    'RepeatImageBatch',
    'CreateVideo',
    'SaveVideo',
    'SaveImage',
    'PreviewImage',
  ],
  ...[
    'UNETLoader',
    'CLIPLoader',
    'VAELoader',
    'CheckpointLoaderSimple',
    'CLIPTextEncode',
    'KSampler',
    'ModelSamplingSD3',
  ],
  ...['Wan22ImageToVideoLatent', 'WanImageToVideo', 'EmptyHunyuanLatentVideo', 'VAEDecode', 'PrimitiveStringMultiline'],
];
const OUTPUTS = ['SaveVideo', 'SaveImage', 'PreviewImage'];
/** Files that this server has, by the inputs that name them. */
export const FILES: Record<string, string[]> = {
  unet_name: ['wan2.2_ti2v_5B_fp16.safetensors'],
  clip_name: ['umt5_xxl_fp8_e4m3fn_scaled.safetensors'],
  vae_name: ['wan2.2_vae.safetensors'],
  ckpt_name: ['sd_xl_base_1.0.safetensors'],
};
const RANGES: Record<string, [least: number, most: number]> = {
  width: [1, 16_384],
  height: [1, 16_384],
  batch_size: [1, 4_096],
  steps: [1, 10_000],
};
const FRAMES = ['length', 'batch_size', 'amount'];
const RATES = ['fps'];

export const linkOf = (input: unknown): string | undefined =>
  Array.isArray(input) && input.length === 2 && typeof input[0] === 'string' ? input[0] : undefined;

export function unknownTypeOf(graph: Graph): { id: string; type: string } | undefined {
  const found = Object.entries(graph).find(([, { class_type }]) => !TYPES.includes(class_type));
  return found && { id: found[0], type: found[1].class_type };
}

export const outputNodesOf = (graph: Graph) =>
  Object.entries(graph).flatMap(([id, { class_type }]) => (OUTPUTS.includes(class_type) ? [id] : []));

/** Errors of the nodes that an output needs. @param hasImage whether the server has an uploaded image */
export function nodeErrorsOf(graph: Graph, hasImage: (name: string) => boolean): NodeErrors {
  const errors: NodeErrors = {};
  for (const output of outputNodesOf(graph)) {
    for (const id of neededBy(graph, output)) {
      const node = graph[id];
      const found = node ? errorsOf(node, hasImage) : [];
      if (!node || found.length === 0) continue;
      const known = (errors[id] ??= { errors: found, dependent_outputs: [], class_type: node.class_type });
      known.dependent_outputs.push(output);
    }
  }
  return errors;
}

function neededBy(graph: Graph, id: string, seen = new Set<string>()): Set<string> {
  if (seen.has(id)) return seen;
  seen.add(id);
  for (const input of Object.values(graph[id]?.inputs ?? {})) {
    const source = linkOf(input);
    if (source) neededBy(graph, source, seen);
  }
  return seen;
}

function errorsOf({ class_type, inputs }: GraphNode, hasImage: (name: string) => boolean): object[] {
  return Object.entries(inputs).flatMap(([name, value]) => {
    const error = (type: string, message: string, details: string) => [
      { type, message, details, extra_info: { input_name: name, received_value: value } },
    ];
    const files = FILES[name];
    if (files && !files.includes(String(value))) {
      return error(
        'value_not_in_list',
        'Value not in list',
        `${name}: '${String(value)}' not in ${JSON.stringify(files)}`,
      );
    }
    const [least, most] = RANGES[name] ?? [];
    if (typeof value === 'number' && least !== undefined && value < least) {
      return error('value_smaller_than_min', `Value ${value} smaller than min of ${least}`, name);
    }
    if (typeof value === 'number' && most !== undefined && value > most) {
      return error('value_bigger_than_max', `Value ${value} bigger than max of ${most}`, name);
    }
    if (class_type === 'LoadImage' && name === 'image' && !hasImage(String(value))) {
      return error(
        'custom_validation_failed',
        'Custom validation failed for node',
        `${name} - Invalid image file: ${String(value)}`,
      );
    }
    return [];
  });
}

/** What the graph makes. @param imageOf an uploaded image as a data URI */
export function workOf(graph: Graph, imageOf: (name: string) => string | undefined): Work {
  const values = Object.values(graph);
  const literals = values.flatMap(({ inputs }) =>
    Object.entries(inputs).filter(([, value]) => linkOf(value) === undefined),
  );
  const numberOf = (names: string[], otherwise: number) =>
    Number(
      names.map((name) => literals.find(([each]) => each === name)?.[1]).find((value) => value !== undefined) ??
        otherwise,
    );
  const texts = values.flatMap(({ class_type, inputs: { text, value } }) => {
    const written = /Text|String/.test(class_type) ? (text ?? value) : undefined;
    return typeof written === 'string' ? [written] : [];
  });
  const images = values.flatMap(({ class_type, inputs }) =>
    class_type === 'LoadImage' ? (imageOf(String(inputs.image)) ?? []) : [],
  );
  const size = { width: numberOf(['width'], 640), height: numberOf(['height'], 352) };
  const [prompt = '', avoided] = texts;
  const seed = literals.find(([name]) => name === 'seed')?.[1] as number | undefined;
  if (!values.some(({ class_type }) => class_type === 'SaveVideo')) {
    return { kind: 'images', prompt, strength: 1, count: 1, size, format: 'png', seed };
  }
  const framesPerSecond = numberOf(RATES, 24);
  const duration = Math.max(1, Math.round(numberOf(FRAMES, framesPerSecond) / framesPerSecond));
  const [image, lastImage] = images;
  const resolution = `${Math.min(size.width, size.height)}p`;
  const video = { kind: 'video', prompt: promptWith(prompt, avoided) } as const;
  return { ...video, duration, resolution, size, framesPerSecond, image, lastImage, seed };
}
