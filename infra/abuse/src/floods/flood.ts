import { Agent } from 'node:http';
import type { Socket } from 'node:net';
import type { AttackerAccess } from '../participants';
import { ask, type Asked } from '../wire/ask';
import type { Answer } from '../wire/answer';
import { open } from '../wire/connection';

/** Something that is sent far too often, or far too slowly. Bounded in count and time. */
export interface Flood {
  name: string;
  /** What is sent, for the table. */
  sends: string;
  run(context: FloodContext): Promise<unknown>;
  /** How often a status may come at most, such as `{200: 25}` where a limit has to hold. */
  atMost?: Record<string, number>;
  /** The gateway must have closed every connection by then, milliseconds; the full form lasts that long. */
  closesWithinMs?: number;
  /** Part of the short form. */
  isShort?: boolean;
}

/** Of a connection that the gateway did not close. */
export const HELD = 'held to the end';
const CONNECTIONS = 64;

/** What one flood works with: an address of its own, the time it has, and the count of answers. */
export class FloodContext {
  readonly answers: Record<string, number> = {};
  private readonly agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  private readonly opened: Socket[] = [];
  private readonly endsAt: number;
  private isClosed = false;

  /** @param turn gives the flood an address nobody else has */
  constructor(
    readonly access: AttackerAccess,
    lastsMs: number,
    private readonly turn: number,
  ) {
    this.endsAt = Date.now() + lastsMs;
  }

  get isOver(): boolean {
    return Date.now() >= this.endsAt;
  }

  get leftMs(): number {
    return Math.max(0, this.endsAt - Date.now());
  }

  /** Where the flood comes from; with `other` from a network beside it. */
  from(other = 0): string {
    return `127.${100 + this.turn}.${other % 250}.9`;
  }

  count(answer: string | number): void {
    this.answers[answer] = (this.answers[answer] ?? 0) + 1;
  }

  /** Sends one request and counts its answer. */
  async ask(asked: Omit<Asked, 'from'> & { from?: string }): Promise<Answer> {
    const answer = await ask(this.access.api, { from: this.from(), agent: this.agent, ...asked });
    this.count(answer.status);
    return answer;
  }

  async postJson(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return this.ask({ method: 'POST', path, headers: { 'content-type': 'application/json', ...headers }, body: text });
  }

  /** Runs `work` up to so many times, so many at once, until time is up. */
  async repeat(times: number, atOnce: number, work: (turn: number) => Promise<unknown>): Promise<void> {
    let next = 0;
    const one = async (): Promise<void> => {
      while (next < times && !this.isOver) await work(next++);
    };
    await Promise.all(Array.from({ length: Math.min(atOnce, times) }, one));
  }

  /** Opens a connection that ends with the flood; counts how it ended. */
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
      if (!socket.destroyed) this.count(HELD);
      socket.destroy();
    }
    this.agent.destroy();
  }
}

export function bearer(token: string): { authorization: string } {
  return { authorization: `Bearer ${token}` };
}
