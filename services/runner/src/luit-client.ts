import { CLAIM_WAIT_MS } from '@luit/contracts/generation/runner-limits';
import {
  type ClaimedRunnerJob,
  claimedRunnerJob,
  type RunnerFacts,
  type RunnerResult,
} from '@luit/contracts/generation/runners';
import { createHash } from 'node:crypto';
import { z } from 'zod';

const TIMEOUT_MS = 10_000;
/** The answer of a claim is on its way when its wait ends. */
const CLAIM_TIMEOUT_MS = CLAIM_WAIT_MS + TIMEOUT_MS;
/** For a part of an output. Slow connections send smaller ones. */
const PART_TIMEOUT_MS = 120_000;

const refusal = z.object({
  code: z.string(),
  message: z.string(),
  details: z.object({ offset: z.number() }).optional().catch(undefined),
});

/** Luit has refused a call. Without an answer, other errors are thrown. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    /** Where an upload continues. */
    readonly offset?: number,
  ) {
    super(message);
  }

  /** Another runner has the job, or it has ended. */
  get isLost(): boolean {
    return this.code === 'stale_lease';
  }
}

interface Job {
  id: string;
  lease: number;
}

/** What the runner calls: outbound HTTPS only. */
export class LuitClient {
  /** Of the latest answer, milliseconds since the Unix epoch. */
  lastAnswerAt = 0;

  constructor(
    private readonly url: string,
    private readonly token: string,
  ) {}

  /** Waits for a job; null if none arrived. */
  async claim(facts: RunnerFacts, signal: AbortSignal): Promise<ClaimedRunnerJob | null> {
    const answer = await this.send('POST', '/claims', { json: facts, signal, timeoutMs: CLAIM_TIMEOUT_MS });
    if (answer.status === 204) return null;
    return z.object({ job: claimedRunnerJob }).parse(await answer.json()).job;
  }

  /** @returns true if the job is to be canceled */
  async heartbeat({ id, lease }: Job, progress: number | null): Promise<boolean> {
    const answer = await this.send('POST', `/jobs/${id}/heartbeat`, { json: { lease, progress } });
    return z.object({ cancel: z.boolean() }).parse(await answer.json()).cancel;
  }

  async readFile(path: string): Promise<Buffer> {
    const answer = await this.send('GET', path.replace(/^\/runner\/v1/, ''), { timeoutMs: PART_TIMEOUT_MS });
    return Buffer.from(await answer.arrayBuffer());
  }

  /** Bytes of the output that have arrived. */
  async offsetOf({ id, lease }: Job): Promise<number> {
    const { headers } = await this.send('HEAD', `/jobs/${id}/output?lease=${lease}`);
    return Number(headers.get('upload-offset'));
  }

  /** @returns the new offset */
  async putPart({ id, lease }: Job, part: { offset: number; size: number; bytes: Buffer }): Promise<number> {
    const headers = {
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(part.offset),
      'upload-length': String(part.size),
      'content-digest': `sha-256=:${createHash('sha256').update(part.bytes).digest('base64')}:`,
    };
    const options = { headers, body: part.bytes, timeoutMs: PART_TIMEOUT_MS };
    const answer = await this.send('PUT', `/jobs/${id}/output?lease=${lease}`, options);
    return Number(answer.headers.get('upload-offset'));
  }

  async end({ id, lease }: Job, result: Omit<RunnerResult, 'lease'>): Promise<void> {
    await this.send('POST', `/jobs/${id}/result`, { json: { lease, ...result } });
  }

  /** @throws RefusedError; TypeError or DOMException without an answer */
  private async send(
    method: string,
    path: string,
    options: {
      json?: unknown;
      body?: Buffer;
      headers?: Record<string, string>;
      signal?: AbortSignal;
      timeoutMs?: number;
    } = {},
  ): Promise<Response> {
    const { json, body, headers, signal, timeoutMs = TIMEOUT_MS } = options;
    const timeout = AbortSignal.timeout(timeoutMs);
    const answer = await fetch(`${this.url}/runner/v1${path}`, {
      method,
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      headers: {
        authorization: `Bearer ${this.token}`,
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: json === undefined ? body && new Uint8Array(body) : JSON.stringify(json),
    });
    this.lastAnswerAt = Date.now();
    if (answer.ok) return answer;
    const text = await answer.text();
    const { data } = refusal.safeParse(parse(text));
    const { code = `http_${answer.status}`, message = `Luit answers ${answer.status}`, details } = data ?? {};
    throw new RefusedError(answer.status, code, message, details?.offset);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
