import type { RunningStack } from '@luit/local/running-stack';
import { Redis } from 'ioredis';
import { type Agent, request } from 'node:http';
import { Client } from 'pg';
import { familyCpuMs, familyMemoryMb, ownCpuMs } from '../budget/process-usage';

/** Credits of one job, in every system. */
export const PRICE = 18;

/** What the vendor did for one job. Times are milliseconds since 1970. */
export interface Purchase {
  times: number;
  firstAt: number;
  finishedAt: number | undefined;
}

export interface JobState {
  id: string;
  account: string;
  state: 'waiting' | 'succeeded' | 'failed';
}

export interface SystemUsage {
  commits: number;
  redisCommands: number;
  /** Milliseconds of processor time of all processes but the vendor and ffmpeg, with Postgres and Redis. */
  cpuMs: number;
}

/** A system that sells the same job: Luit, or a peer. */
export interface PaidJobs {
  readonly name: string;
  readonly running: RunningStack;
  /** The process that makes the jobs. */
  readonly worker: string;
  /** The account and the token of each customer. */
  readonly customers: { account: string; token: string }[];
  /** When each ended job was pushed to its owner, by its id. */
  readonly pushed: ReadonlyMap<string, number>;
  /** @returns the status, and the id of a job that was accepted */
  order(agent: Agent, customer: number, key: string, prompt: string): Promise<{ status: number; id: string }>;
  purchases(ids: string[]): Promise<Map<string, Purchase>>;
  /** All jobs, including those that no one was told about. */
  jobs(database: Client): Promise<JobState[]>;
  /** What each account may still spend. */
  balances(database: Client): Promise<Map<string, number>>;
  close(): Promise<void>;
}

/** Names of the running processes of a system, without the vendor. */
export const processesOf = ({ running }: PaidJobs): string[] =>
  Object.keys(running.stack.processes).filter((name) => name !== 'sandbox');

export async function openPostgres({ running }: PaidJobs): Promise<Client> {
  const client = new Client({ connectionString: running.stack.postgres });
  await client.connect();
  return client;
}

export async function usageOf(system: PaidJobs): Promise<SystemUsage> {
  const database = await openPostgres(system);
  const { rows } = await database.query<{ commits: string }>(
    'SELECT sum(xact_commit) AS commits FROM pg_stat_database',
  );
  await database.end();
  const { processes } = system.running.stack;
  const used = await Promise.all(
    processesOf(system).map((name) => (name === 'postgres' ? familyCpuMs : ownCpuMs)(processes[name]!.pid)),
  );
  return {
    commits: Number(rows[0]?.commits),
    redisCommands: processes.redis ? await redisCommands(system.running.stack.redis) : 0,
    cpuMs: used.reduce((sum, each) => sum + each, 0),
  };
}

/** MiB of all processes, shared pages divided. */
export async function memoryOf(system: PaidJobs): Promise<number> {
  const { processes } = system.running.stack;
  const sizes = await Promise.all(processesOf(system).map((name) => familyMemoryMb(processes[name]!.pid)));
  return sizes.reduce((sum, each) => sum + each, 0);
}

/** Commands that a script runs count too. */
async function redisCommands(url: string): Promise<number> {
  const redis = new Redis(url);
  const info = await redis.info('commandstats');
  redis.disconnect();
  return [...info.matchAll(/^cmdstat_.+:calls=(\d+)/gm)].reduce((sum, [, calls]) => sum + Number(calls), 0);
}

export async function flushRedis({ running }: PaidJobs): Promise<void> {
  const redis = new Redis(running.stack.redis);
  await redis.flushall();
  redis.disconnect();
}

/** Posts JSON over a keep-alive connection. @throws Error if the connection fails */
export function post<T>(
  agent: Agent,
  url: string,
  headers: Record<string, string>,
  body: object,
): Promise<{ status: number; answer: Partial<T> }> {
  const text = JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const sizes = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
    const sent = request(url, { agent, method: 'POST', headers: { ...headers, ...sizes } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => {
        const status = response.statusCode ?? 0;
        const answer = status === 202 ? (JSON.parse(Buffer.concat(chunks).toString()) as T) : {};
        resolve({ status, answer });
      });
    });
    sent.once('error', reject);
    sent.end(text);
  });
}
