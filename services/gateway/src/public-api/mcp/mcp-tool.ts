import type { ApiKeyScope } from '@luit/contracts/auth/api-key-limits';
import type { ToolAnnotations } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import type { ApiRequest } from '../../access/identities/api-key.guard';

/** A tool for agents with a key that has the scope. */
export interface McpTool {
  name: string;
  scope: ApiKeyScope;
  title: string;
  description: string;
  input: z.ZodObject;
  annotations: ToolAnnotations;
  /** @param input matches the schema */
  run: (request: ApiRequest, input: Record<string, unknown>) => Promise<object>;
}

/** Types the input of a tool by its fields. */
export function mcpTool<Fields extends z.ZodRawShape>(
  tool: Omit<McpTool, 'input' | 'run'> & {
    fields: Fields;
    run: (request: ApiRequest, input: z.output<z.ZodObject<Fields>>) => Promise<object>;
  },
): McpTool {
  const { fields, run, ...rest } = tool;
  return { ...rest, input: z.strictObject(fields), run: (request, input) => run(request, input as never) };
}
