import { MODEL_MISSING } from '@luit/contracts/generation/limits';
import type { ProviderFailure } from '@luit/contracts/generation/provider-tasks';
import { z } from 'zod';
import { failure } from '../failures';

const nodeError = z.object({
  type: z.string(),
  message: z.string().default(''),
  extra_info: z.looseObject({ input_name: z.string(), received_value: z.unknown() }).partial().nullish(),
});
export const nodeErrors = z.record(
  z.string(),
  z.object({
    errors: z.array(nodeError).default([]),
    dependent_outputs: z.array(z.string()).default([]),
    class_type: z.string().default(''),
  }),
);
export type NodeErrors = z.infer<typeof nodeErrors>;

/** What validation says of a whole graph, apart from its nodes. */
export interface GraphError {
  type: string;
  message: string;
  details: string;
}

/** Errors that say what is wrong with a value, and not with the graph. */
const VALUE_ERRORS = [
  'value_smaller_than_min',
  'value_bigger_than_max',
  'invalid_input_type',
  'custom_validation_failed',
];
const MISSING_NODE = /node (.{1,200}) does not exist|missing_node_type/i;
const MAX_NAME_LENGTH = 200;

/**
 * The failure of a graph that the server refuses, in words for operators. The values of inputs that Luit fills are left out, because they may be
 * the prompt.
 *
 * @param filled the inputs that Luit has filled, as `node.input`
 */
export function graphFailure({ type, message }: GraphError, errors: NodeErrors, filled: string[]): ProviderFailure {
  const missing = MISSING_NODE.exec(message);
  if (missing || type === 'missing_node_type') {
    return failure('provider', MODEL_MISSING, `This server does not have the node type ${missing?.[1] ?? message}`);
  }
  for (const [id, { errors: found, class_type }] of Object.entries(errors)) {
    const [first] = found;
    if (first) return nodeFailure(id, class_type, first, filled);
  }
  return failure('provider', type || 'invalid_workflow', `This server refuses the workflow: ${message}`);
}

function nodeFailure(
  id: string,
  nodeType: string,
  { type, message, extra_info }: z.infer<typeof nodeError>,
  filled: string[],
): ProviderFailure {
  const name = extra_info?.input_name;
  const where = `${name ? `the input ${name} of ` : ''}node ${id} (${nodeType})`;
  const isFilled = name !== undefined && filled.includes(`${id}.${name}`);
  if (type === 'value_not_in_list' && !isFilled) {
    const file = String(extra_info?.received_value ?? '').slice(0, MAX_NAME_LENGTH);
    return failure('provider', MODEL_MISSING, `This server does not have the file ${file} for ${where}`);
  }
  const kind = isFilled || VALUE_ERRORS.includes(type) ? 'invalid_input' : 'provider';
  return failure(kind, type, `This server refuses ${where}: ${message}`);
}

/** Whether an output node that the job needs was dropped, although the server runs the rest. */
export function isOutputDropped(errors: NodeErrors, outputNode: string | undefined): boolean {
  return Object.entries(errors).some(
    ([id, { dependent_outputs }]) =>
      outputNode === undefined || id === outputNode || dependent_outputs.includes(outputNode),
  );
}
