import type { ClaimedRunnerJob, RunnerFacts, RunnerResult } from '@luit/contracts/generation/runners';
import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** The calls of runners as the gateway answers them, with faults. */
export class FakeLuit {
  readonly claims: RunnerFacts[] = [];
  readonly results: (RunnerResult & { id: string })[] = [];
  readonly outputs = new Map<string, Buffer>();
  heartbeats = 0;
  /** Answers heartbeats and uploads. */
  state: 'current' | 'cancel' | 'lost' | 'down' = 'current';
  /** The connection breaks after so many further parts. */
  partsUntilBreak = Infinity;
  private readonly jobs: ClaimedRunnerJob[] = [];
  private readonly waiting: (() => void)[] = [];

  private constructor(private readonly server: Server) {}

  static async start(): Promise<FakeLuit> {
    const server = createServer((request, response) => {
      luit.answer(request, response).catch(() => response.destroy());
    });
    const luit = new FakeLuit(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return luit;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The next claim gets it. */
  give(change: Partial<ClaimedRunnerJob> = {}): ClaimedRunnerJob {
    const job = { ...newJob(), ...change };
    this.jobs.push(job);
    this.waiting.shift()?.();
    return job;
  }

  close(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const [, id = '', what = ''] = /\/jobs\/([^/]+)\/(\w+)/.exec(request.url ?? '') ?? [];
    if (this.state === 'down') return void response.destroy();
    if (request.url?.endsWith('/claims')) return this.claim(JSON.parse(body.toString()) as RunnerFacts, response);
    if (what === 'files') return void response.end('image');
    if (this.state === 'lost') return refuse(response, 409, 'stale_lease');
    if (what === 'heartbeat') {
      this.heartbeats += 1;
      return send(response, { cancel: this.state === 'cancel' });
    }
    if (what === 'output') return this.upload(id, request, body, response);
    const result = JSON.parse(body.toString()) as RunnerResult;
    const output = this.outputs.get(id);
    if (result.state === 'succeeded' && output?.length !== result.output?.bytes)
      return refuse(response, 409, 'conflict', output?.length ?? 0);
    this.results.push({ ...result, id });
    send(response, {});
  }

  private async claim(facts: RunnerFacts, response: ServerResponse): Promise<void> {
    this.claims.push(facts);
    if (this.jobs.length === 0) {
      await new Promise<void>((resolve) => {
        this.waiting.push(resolve);
        response.once('close', resolve);
      });
    }
    const job = response.destroyed ? undefined : this.jobs.shift();
    if (job) send(response, { job });
  }

  private upload(id: string, { headers, method }: IncomingMessage, part: Buffer, response: ServerResponse): void {
    const known = this.outputs.get(id) ?? Buffer.alloc(0);
    if (method === 'HEAD') return void response.writeHead(204, { 'upload-offset': known.length }).end();
    const digest = `sha-256=:${createHash('sha256').update(part).digest('base64')}:`;
    if (headers['content-digest'] !== digest) return refuse(response, 400, 'validation_failed');
    if (Number(headers['upload-offset']) !== known.length) return refuse(response, 409, 'conflict', known.length);
    this.partsUntilBreak -= 1;
    if (this.partsUntilBreak < 0) {
      this.partsUntilBreak = Infinity;
      return void response.destroy();
    }
    const output = Buffer.concat([known, part]);
    this.outputs.set(id, output);
    response.writeHead(204, { 'upload-offset': output.length }).end();
  }
}

export function newJob(): ClaimedRunnerJob {
  const id = randomUUID();
  const task = {
    model: 'wan',
    route: null,
    type: 'video',
    prompt: 'a river',
    duration: 5,
    resolution: '480p',
  } as const;
  return { id, lease: 1, leaseSeconds: 30, files: [], task: { ...task, restore: null, clientRef: id } };
}

function send(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function refuse(response: ServerResponse, status: number, code: string, offset?: number): void {
  const details = offset === undefined ? undefined : { offset };
  response
    .writeHead(status, { 'content-type': 'application/json' })
    .end(JSON.stringify({ code, message: code, details }));
}
