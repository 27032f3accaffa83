import { ERROR_STATUS } from '@luit/contracts/errors';
import type { Answer } from '../wire/answer';
import { type HostileInput, MARKUP } from './input';

export interface CorpusReport {
  family: string;
  sent: number;
  /** Such as `a name 12 ms`. */
  slowest: string;
  failures: { name: string; fault: string }[];
}

const WITHIN_MS = 3_000;
const UNAVAILABLE = ['unavailable', 'provider_not_configured'];
const STORAGE_FULL = 507;
/** What a stack trace or a failed query looks like. */
const INTERNALS = /node_modules|QueryFailedError|\bat \S+ \(.*:\d+:\d+\)|SELECT .+ FROM |postgres:\/\/|redis:\/\//;

/** What is wrong with an answer; undefined where it is as it has to be. */
export async function judge(input: HostileInput, answer: Answer, timeFactor: number): Promise<string | undefined> {
  const { status = [], withinMs = WITHIN_MS, also } = input;
  const isRaw = 'bytes' in input;
  if (answer.status === 0 && !isRaw) return `no answer: ${answer.failure}`;
  if (answer.ms > withinMs * timeFactor && !isRaw) return `answered after ${answer.ms.toFixed(0)} ms`;
  if (status.length > 0 && !status.includes(answer.status)) {
    return `answered ${answer.status} instead of ${status.join(' or ')}: ${answer.body.slice(0, 120)}`;
  }
  if (status.length === 0 && answer.status >= 500 && !isDocumented(answer)) {
    return `answered ${answer.status}: ${answer.body.slice(0, 120)}`;
  }
  if (INTERNALS.test(answer.body)) return `shows its insides: ${answer.body.slice(0, 200)}`;
  const isPage = !String(answer.headers['content-type'] ?? '').includes('json');
  if (isPage && answer.body.includes(MARKUP)) return 'reflects markup';
  if (answer.headers['x-injected'] !== undefined) return 'took a header from the input';
  if (!isRaw && !('event' in input)) {
    const fault = headersFault(answer) ?? envelopeFault(answer, input.send.path);
    if (fault) return fault;
  }
  return also?.(answer);
}

/** 503 with a code of its own and 507 are answers; everything else from 500 on is a bug. */
function isDocumented({ status, body }: Answer): boolean {
  if (status === STORAGE_FULL) return true;
  return status === 503 && UNAVAILABLE.includes(String(read(body)?.code));
}

function headersFault({ headers }: Answer): string | undefined {
  if (!headers['x-request-id']) return 'has no x-request-id';
  return headers['x-content-type-options'] === 'nosniff' ? undefined : 'may be sniffed for its type';
}

/** Refusals of the API leave in one envelope. */
function envelopeFault({ status, headers, body }: Answer, path: string): string | undefined {
  if (!path.startsWith('/api/') || status < 400 || body === '') return undefined;
  const envelope = read(body);
  if (!envelope) return `answers ${status} without JSON: ${body.slice(0, 80)}`;
  const { success, code, message, requestId } = envelope;
  if (success !== false || typeof message !== 'string') return `answers ${status} without an envelope`;
  if (!(String(code) in ERROR_STATUS)) return `answers the unknown code ${String(code)}`;
  return requestId === headers['x-request-id'] ? undefined : 'names another request';
}

function read(body: string): Record<string, unknown> | undefined {
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : undefined;
  } catch {
    // No JSON: the caller says so.
    return undefined;
  }
}
