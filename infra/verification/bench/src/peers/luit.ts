import { startThrowawayStack, NO_RATE_LIMITS, type ThrowawayStack } from '@luit/local/throwaway-stack';
import type { LuitClient } from '@luit/smoke/client';
import { LiveConnection } from '@luit/smoke/live';
import type { Agent } from 'node:http';
import type { Client } from 'pg';
import { fundedCreator, tokenOf } from '../http-load';
import { type JobState, openPostgres, type PaidJobs, post, type Purchase } from './paid-jobs';
import { VENDOR_SECONDS } from './vendor';

/** Lets this process read tasks of the sandbox too. */
const API_TOKEN = 'r8_benchmark';
const SLOTS = 50;

interface Task {
  id: string;
  client_ref: string;
  external_id: string | null;
}

interface LogEntry {
  at: string;
  method: string;
  clientRef?: string;
  status: number;
}

/** Luit's whole stack. The vendor is the sandbox. */
export class Luit implements PaidJobs {
  readonly name = 'luit';
  readonly worker = 'worker-1';

  private constructor(
    private readonly throwaway: ThrowawayStack,
    readonly customers: PaidJobs['customers'],
    private readonly connections: LiveConnection[],
  ) {}

  /** @param packs that each customer buys */
  static async start(customers: number, packs: number): Promise<Luit> {
    const throwaway = await startThrowawayStack({
      env: {
        gateway: NO_RATE_LIMITS,
        generation: { USER_CONCURRENCY: '1000000', REPLICATE_API_TOKEN: API_TOKEN },
        sandbox: { REPLICATE_API_TOKEN: API_TOKEN },
      },
    });
    const { running } = throwaway;
    const creators: LuitClient[] = [];
    // One after the other: hashing many passwords at once would exceed the deadline of calls on a slow machine.
    for (let i = 0; i < customers; i++) creators.push(await fundedCreator(running, packs));
    const known = creators.map((creator) => ({ account: creator.session!.user.id, token: tokenOf(creator) }));
    const connections = await Promise.all(known.map(({ token }) => LiveConnection.open(running.stack.api, token)));
    const luit = new Luit(throwaway, known, connections);
    const database = await openPostgres(luit);
    await database.query(
      `UPDATE generation.provider_instances SET concurrency = $1, submits_per_minute = 1000000, polls_per_minute = 1000000`,
      [SLOTS],
    );
    await database.end();
    return luit;
  }

  get running() {
    return this.throwaway.running;
  }

  get pushed(): ReadonlyMap<string, number> {
    const ended = this.connections
      .flatMap(({ requests }) => requests)
      .filter(({ request }) => request.status !== 'processing');
    return new Map(ended.toReversed().map(({ at, request }) => [request.id, at]));
  }

  async order(agent: Agent, customer: number, key: string, prompt: string) {
    const headers = { authorization: `Bearer ${this.customers[customer]?.token}`, 'idempotency-key': key };
    const body = { prompt: `${prompt} [slow:${VENDOR_SECONDS}]`, duration: 5, planId: '5s-480p' };
    const url = `${this.running.stack.api}/api/generate`;
    const { status, answer } = await post<{ request_id: string }>(agent, url, headers, body);
    return { status, id: answer.request_id ?? '' };
  }

  async purchases(ids: string[]): Promise<Map<string, Purchase>> {
    const database = await openPostgres(this);
    const { rows: tasks } = await database.query<Task>(
      'SELECT id, client_ref, external_id FROM generation.requests WHERE id = ANY ($1)',
      [ids],
    );
    await database.end();
    const { sandbox } = this.running.stack;
    const { entries } = (await (await fetch(`${sandbox}/control/log`)).json()) as { entries: LogEntry[] };
    // Status 0: the vendor created the task, but its response was lost.
    const created = entries.filter(({ method, status }) => method === 'POST' && [0, 200, 201].includes(status));
    const found = tasks.map(async ({ id, client_ref, external_id }): Promise<[string, Purchase]> => {
      const own = created.filter(({ clientRef }) => clientRef === client_ref);
      const finishedAt = external_id === null ? undefined : await finishedAtOf(sandbox, external_id);
      return [id, { times: own.length, firstAt: Date.parse(own[0]?.at ?? ''), finishedAt }];
    });
    return new Map((await Promise.all(found)).filter(([, { times }]) => times > 0));
  }

  async jobs(database: Client): Promise<JobState[]> {
    const { rows } = await database.query<JobState>(
      `SELECT id, user_id::text AS account, CASE WHEN completed_at IS NULL THEN 'waiting' WHEN state = 'succeeded' THEN state ELSE 'failed' END AS state
         FROM generation.requests WHERE state NOT IN ('accepting', 'rejected')`,
    );
    return rows;
  }

  async balances(database: Client) {
    const { rows } = await database.query<{ id: string; credits: number }>(
      'SELECT user_id::text AS id, available::float8 AS credits FROM billing.accounts',
    );
    return new Map(rows.map(({ id, credits }) => [id, credits]));
  }

  async close(): Promise<void> {
    for (const connection of this.connections) connection.close();
    await this.throwaway.close(true);
  }
}

async function finishedAtOf(sandbox: string, task: string): Promise<number | undefined> {
  const answer = await fetch(`${sandbox}/replicate/v1/predictions/${task}`, {
    headers: { authorization: `Bearer ${API_TOKEN}` },
  });
  const { completed_at } = (await answer.json()) as { completed_at?: string | null };
  return completed_at ? Date.parse(completed_at) : undefined;
}
