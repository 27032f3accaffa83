import { Agent } from 'node:http';
import type { Socket } from 'node:net';
import type { AttackerAccess } from '../participants';
import { sendRequest, type RequestOptions } from '../wire/request';
import type { WireResponse } from '../wire/response';
import { open } from '../wire/connection';

/** Requests that are sent far too often or far too slowly. The number and duration are bounded. */
export interface Flood {
  name: string;
  /** A description for the report. */
  sends: string;
  run(context: FloodContext): Promise<unknown>;
  /** Maximum number of responses by status, such as `{200: 25}` for a rate limit. */
  atMost?: Record<string, number>;
  /** The gateway must close every connection within this time. The full form runs this long. */
  closesWithinMs?: number;
  /** True if the short form includes it. */
  isShort?: boolean;
}

/** Counts connections that the gateway did not close. */
export const HELD_OPEN = 'held open';
const CONNECTIONS = 64;

/** Gives a flood its source addresses and its deadline, and counts its responses. */
export class FloodContext {
  readonly responses: Record<string, number> = {};
  private readonly agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  private readonly opened: Socket[] = [];
  private readonly endsAt: number;
  private isClosed = false;

  /** @param index determines the network of the flood's source addresses */
  constructor(
    readonly access: AttackerAccess,
    durationMs: number,
    private readonly index: number,
  ) {
    this.endsAt = Date.now() + durationMs;
  }

  get isOver(): boolean {
    return Date.now() >= this.endsAt;
  }

  get leftMs(): number {
    return Math.max(0, this.endsAt - Date.now());
  }

  /** A source address of the flood. Each `network` is a different /24. */
  from(network = 0): string {
    return `127.${100 + this.index}.${network % 250}.9`;
  }

  count(response: string | number): void {
    this.responses[response] = (this.responses[response] ?? 0) + 1;
  }

  /** Sends one request and counts its response. */
  async send(options: Omit<RequestOptions, 'from'> & { from?: string }): Promise<WireResponse> {
    const response = await sendRequest(this.access.api, { from: this.from(), agent: this.agent, ...options });
    this.count(response.status);
    return response;
  }

  async postJson(path: string, body: unknown, headers: Record<string, string> = {}): Promise<WireResponse> {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return this.send({ method: 'POST', path, headers: { 'content-type': 'application/json', ...headers }, body: text });
  }

  /** Runs `work` up to `times` times with bounded concurrency, until the deadline. */
  async repeat(times: number, concurrency: number, work: (turn: number) => Promise<unknown>): Promise<void> {
    let next = 0;
    const loop = async (): Promise<void> => {
      while (next < times && !this.isOver) await work(next++);
    };
    await Promise.all(Array.from({ length: Math.min(concurrency, times) }, loop));
  }

  /** Opens a connection for the rest of the flood and counts how it ends. */
  async open(from = this.from()): Promise<Socket | undefined> {
    const socket = await open(this.access.api, from);
    if (!socket) {
      this.count('refused');
      return undefined;
    }
    this.count('opened');
    socket.once('close', () => {
      if (!this.isClosed) this.count('closed by the gateway');
    });
    this.opened.push(socket);
    return socket;
  }

  close(): void {
    this.isClosed = true;
    for (const socket of this.opened) {
      if (!socket.destroyed) this.count(HELD_OPEN);
      socket.destroy();
    }
    this.agent.destroy();
  }
}

export function bearer(token: string): { authorization: string } {
  return { authorization: `Bearer ${token}` };
}
