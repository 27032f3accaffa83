import type { Stack } from '@luit/local/running-stack';
import { type LuitClient } from '@luit/smoke/client';
import { newCreator } from '@luit/smoke/smoke-test';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';

const USERS = 4;
const PACKS = 3;
/** Milliseconds between two requests of each kind. */
const EVERY_MS = { accept: 400, list: 150, balance: 150 };
/** Provider time is short and most jobs fail, so that the machine is not busy with videos. */
const PROMPT = 'A boat on the river [slow:1]';
const FAILS = '[fail:technical]';
const VIDEO_EVERY = 10;

/** The requests of one phase. */
export interface Phase {
  requests: number;
  /** One line for each request that was not answered with success. */
  failed: string[];
  slowestMs: number;
}

/** Users that accept jobs, which workers then claim and report, and that read lists and balances. No request is repeated. */
export class Load {
  readonly accepted: string[] = [];
  private phase: Phase = emptyPhase();
  private isOver = false;

  private constructor(private readonly users: LuitClient[]) {}

  static async start(stack: Stack): Promise<{ load: Load; ended: Promise<unknown> }> {
    const users: LuitClient[] = [];
    for (let i = 0; i < USERS; i++) {
      const user = await newCreator(stack);
      for (let n = 0; n < PACKS; n++) await user.buyPack('pro');
      users.push(user);
    }
    const load = new Load(users);
    return { load, ended: load.run() };
  }

  /** Counts the requests that end while `work` runs. */
  async during<T>(work: () => Promise<T>): Promise<{ result: T; phase: Phase; seconds: number }> {
    this.phase = emptyPhase();
    const from = performance.now();
    const result = await work();
    return { result, phase: this.phase, seconds: (performance.now() - from) / 1_000 };
  }

  stop(): void {
    this.isOver = true;
  }

  private run(): Promise<unknown> {
    return Promise.all([
      this.repeat(EVERY_MS.accept, async (user, turn) => {
        this.accepted.push(await user.generate(turn % VIDEO_EVERY === 0 ? PROMPT : PROMPT + FAILS));
      }),
      this.repeat(EVERY_MS.list, (user) => user.get('/api/requests?limit=20')),
      this.repeat(EVERY_MS.balance, (user) => user.balance()),
    ]);
  }

  /** An open workload: the next request does not wait for the one before. */
  private async repeat(everyMs: number, send: (user: LuitClient, turn: number) => Promise<unknown>): Promise<void> {
    const sent: Promise<void>[] = [];
    for (let turn = 0, next = Date.now(); !this.isOver; turn++, next += everyMs) {
      sent.push(this.measure(() => send(this.users[turn % USERS] as LuitClient, turn)));
      await pause(Math.max(0, next + everyMs - Date.now()));
    }
    await Promise.all(sent);
  }

  private async measure(send: () => Promise<unknown>): Promise<void> {
    const from = performance.now();
    try {
      await send();
    } catch (error) {
      this.phase.failed.push(String(error));
    }
    this.phase.requests += 1;
    this.phase.slowestMs = Math.max(this.phase.slowestMs, performance.now() - from);
  }
}

function emptyPhase(): Phase {
  return { requests: 0, failed: [], slowestMs: 0 };
}
