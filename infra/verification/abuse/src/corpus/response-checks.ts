import { ERROR_STATUS } from '@luit/contracts/errors';
import type { WireResponse } from '../wire/response';
import { type HostileInput, MARKUP } from './input';

export interface CorpusReport {
  family: string;
  sent: number;
  /** The slowest input, such as `a name 12 ms`. */
  slowest: string;
  failures: { name: string; problem: string }[];
}

const WITHIN_MS = 3_000;
const UNAVAILABLE = ['unavailable', 'provider_not_configured'];
const STORAGE_FULL = 507;
/** Matches stack traces, queries and connection URLs. */
const INTERNALS = /node_modules|QueryFailedError|\bat \S+ \(.*:\d+:\d+\)|SELECT .+ FROM |postgres:\/\/|redis:\/\//;

/** Describes what is wrong with a response; undefined if it is as expected. `isTimed`: whether a late one is wrong. */
export async function findProblem(
  input: HostileInput,
  response: WireResponse,
  isTimed: boolean,
): Promise<string | undefined> {
  const { status = [], withinMs = WITHIN_MS, also } = input;
  const isRaw = 'bytes' in input;
  if (response.status === 0 && !isRaw) return `no response: ${response.failure}`;
  if (isTimed && response.ms > withinMs && !isRaw) return `responded after ${response.ms.toFixed(0)} ms`;
  if (status.length > 0 && !status.includes(response.status)) {
    return `responded with ${response.status} instead of ${status.join(' or ')}: ${response.body.slice(0, 120)}`;
  }
  if (status.length === 0 && response.status >= 500 && !isDocumented(response)) {
    return `responded with ${response.status}: ${response.body.slice(0, 120)}`;
  }
  if (INTERNALS.test(response.body)) return `exposes internals: ${response.body.slice(0, 200)}`;
  const isPage = !String(response.headers['content-type'] ?? '').includes('json');
  if (isPage && response.body.includes(MARKUP)) return 'reflects markup';
  if (response.headers['x-injected'] !== undefined) return 'took a header from the input';
  if (!isRaw && !('event' in input)) {
    const problem = headersProblem(response) ?? envelopeProblem(response, input.send.path);
    if (problem) return problem;
  }
  return also?.(response);
}

/** 507 and a 503 with a known code are expected; every other 5xx is a bug. */
function isDocumented({ status, body }: WireResponse): boolean {
  if (status === STORAGE_FULL) return true;
  return status === 503 && UNAVAILABLE.includes(String(read(body)?.code));
}

function headersProblem({ headers }: WireResponse): string | undefined {
  if (!headers['x-request-id']) return 'has no x-request-id';
  return headers['x-content-type-options'] === 'nosniff' ? undefined : 'lacks nosniff';
}

/** Errors of the API must use the error envelope. */
function envelopeProblem({ status, headers, body }: WireResponse, path: string): string | undefined {
  if (!path.startsWith('/api/') || status < 400 || body === '') return undefined;
  const envelope = read(body);
  if (!envelope) return `responded with ${status} but without JSON: ${body.slice(0, 80)}`;
  const { success, code, message, requestId } = envelope;
  if (success !== false || typeof message !== 'string') return `responded with ${status} but without an envelope`;
  if (!(String(code) in ERROR_STATUS)) return `has the unknown code ${String(code)}`;
  return requestId === headers['x-request-id'] ? undefined : 'has the id of another request';
}

function read(body: string): Record<string, unknown> | undefined {
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : undefined;
  } catch {
    // The caller reports invalid JSON.
    return undefined;
  }
}
