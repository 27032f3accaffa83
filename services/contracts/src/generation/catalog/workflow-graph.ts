import { z } from 'zod';

/** Limits of a graph that an operator pastes. The largest workflows that users share have some 150 nodes. */
export const GRAPH_LIMITS = { characters: 100_000, nodes: 300, inputs: 64, depth: 6 } as const;

const NODE_ID = /^[\w:-]{1,40}$/;
/** Without a point at the start, because a field is written `node.input`. */
const INPUT_NAME = /^[\w-][\w. -]{0,99}$/;
const RESERVED = ['__proto__', 'constructor', 'prototype'];

const node = z.object({
  class_type: z.string().min(1).max(200),
  inputs: z.record(z.string(), z.unknown()),
  _meta: z
    .object({ title: z.string().max(200) })
    .partial()
    .optional(),
});
export type GraphNode = z.infer<typeof node>;
/** A workflow of ComfyUI in its API format: nodes by id. */
export type WorkflowGraph = Record<string, GraphNode>;

/** What keeps a value from being a graph, for operators; null if nothing does. */
export function graphProblem(value: unknown): string | null {
  if (!isRecord(value)) return 'A workflow is a JSON object of nodes';
  if (Array.isArray(value.nodes)) {
    return 'This is the format of the editor. In ComfyUI, choose Workflow → Export (API) and paste that file';
  }
  if (JSON.stringify(value).length > GRAPH_LIMITS.characters) {
    return `A workflow has at most ${GRAPH_LIMITS.characters} characters`;
  }
  const ids = Object.keys(value);
  if (ids.length === 0) return 'The workflow has no nodes';
  if (ids.length > GRAPH_LIMITS.nodes) return `A workflow has at most ${GRAPH_LIMITS.nodes} nodes`;
  for (const id of ids) {
    const problem = nodeProblem(id, value[id], value);
    if (problem) return problem;
  }
  return null;
}

function nodeProblem(id: string, value: unknown, graph: object): string | null {
  if (!NODE_ID.test(id) || RESERVED.includes(id)) return `${id.slice(0, 40)} is not an id of a node`;
  const parsed = node.safeParse(value);
  if (!parsed.success) return `Node ${id} has no class_type and inputs, as the API format has`;
  // Of the value itself: the schema leaves out reserved names.
  const inputs = Object.entries((value as GraphNode).inputs);
  if (inputs.length > GRAPH_LIMITS.inputs) return `Node ${id} has more than ${GRAPH_LIMITS.inputs} inputs`;
  for (const [name, input] of inputs) {
    if (!INPUT_NAME.test(name) || RESERVED.includes(name)) return `Node ${id} has an input without a usable name`;
    if (isDeep(input, GRAPH_LIMITS.depth)) return `The input ${id}.${name} is nested too deeply`;
    const source = linkOf(input);
    if (source !== null && !Object.hasOwn(graph, source))
      return `The input ${id}.${name} comes from ${source}, which is missing`;
  }
  return null;
}

/** The id of the node that an input comes from; null for a value. */
export function linkOf(input: unknown): string | null {
  const isLink = Array.isArray(input) && input.length === 2 && Number.isInteger(input[1]);
  const source: unknown = isLink ? (input as unknown[])[0] : null;
  return typeof source === 'string' ? source : null;
}

function isDeep(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth === 0 || Object.values(value).some((each) => isDeep(each, depth - 1));
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @throws Error with words for operators if the text is no workflow */
export function parseWorkflow(text: string): WorkflowGraph {
  if (text.length > 4 * GRAPH_LIMITS.characters) throw new Error('This is too large for a workflow');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error('This is not JSON', { cause: error });
  }
  // The body of ComfyUI's own request.
  const graph = isRecord(value) && isRecord(value.prompt) && !('class_type' in value.prompt) ? value.prompt : value;
  const problem = graphProblem(graph);
  if (problem) throw new Error(problem);
  return graph as WorkflowGraph;
}

const graph = z
  .custom<WorkflowGraph>(isRecord, 'A workflow is a JSON object of nodes')
  .superRefine((value, context) => {
    const message = graphProblem(value);
    if (message) context.addIssue({ code: 'custom', message });
  });

export const workflow = z.strictObject({
  graph,
  outputNode: z
    .string()
    .regex(NODE_ID)
    .optional()
    .describe('The node whose file is the output; without it, the first file that is saved'),
});
export type Workflow = z.infer<typeof workflow>;

/** An input of a node, written `node.input`. */
export function graphInputOf(field: string): { node: string; input: string } {
  const [node = '', ...input] = field.split('.');
  return { node, input: input.join('.') };
}

/** What keeps a field from being filled; null if nothing does. */
export function fieldProblem(graph: WorkflowGraph, field: string): string | null {
  const { node, input } = graphInputOf(field);
  const found = Object.hasOwn(graph, node) ? graph[node] : undefined;
  if (!found || !Object.hasOwn(found.inputs, input)) return `The workflow has no input ${field}`;
  const source = linkOf(found.inputs[input]);
  return source === null ? null : `${field} comes from node ${source}; choose an input of that node`;
}

/** A copy of the graph with these inputs. */
export function filledGraph(graph: WorkflowGraph, inputs: Record<string, unknown>): WorkflowGraph {
  const filled = structuredClone(graph);
  for (const [field, value] of Object.entries(inputs)) {
    const { node, input } = graphInputOf(field);
    const found = filled[node];
    if (found) found.inputs[input] = value;
  }
  return filled;
}
