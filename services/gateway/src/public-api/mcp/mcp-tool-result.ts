import type { LuitError } from '@luit/contracts/errors';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';

/** As text too, for clients that read nothing else. */
export function toolResult(result: object): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(result) }], structuredContent: { ...result } };
}

/** A refusal that the model reads, so that it can correct its input or ask its user. */
export function toolRefusal({ code, message, details, retryAfterSeconds }: LuitError): CallToolResult {
  return { ...toolResult({ code, message, details, retry_after_seconds: retryAfterSeconds }), isError: true };
}
