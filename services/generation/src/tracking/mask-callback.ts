import { maskJson } from '@luit/platform/security/mask-json';

/** Fields of providers' callbacks that identify no one: ids, states, times and sizes. Prompts, links and outputs are masked. */
const KEPT = new Set([
  'code',
  'completed_at',
  'completion_tokens',
  'content_type',
  'created_at',
  'duration',
  'error_code',
  'error_type',
  'file_size',
  'framespersecond',
  'gateway_request_id',
  'height',
  'id',
  'model',
  'object',
  'predict_time',
  'request_id',
  'resolution',
  'seed',
  'source',
  'started_at',
  'status',
  'status_code',
  'total_time',
  'total_tokens',
  'type',
  'updated_at',
  'version',
  'width',
]);
const DROPPED = new Set(['input', 'logs', 'urls', 'webhook']);

/** @param rawBody base64. @returns null if it is no JSON */
export function maskCallback(rawBody: string): string | null {
  try {
    const body: unknown = JSON.parse(Buffer.from(rawBody, 'base64').toString());
    return JSON.stringify(maskJson(body, { kept: KEPT, masked: DROPPED }), null, 2);
  } catch {
    // Anyone who knows the address can send anything.
    return null;
  }
}
