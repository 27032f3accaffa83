import { Client } from 'pg';
import { currentProcess, type SimulatedProcess } from './simulated-process';
import type { World } from './world';

type Callback = (error: unknown, result?: unknown) => void;
const METHODS = ['connect', 'query', 'end', 'getTransactionStatus', 'ref', 'unref'] as const;
type ClientMethods = Record<(typeof METHODS)[number], (...values: never[]) => unknown>;

const real = Object.fromEntries(
  METHODS.map((name) => [name, (Client.prototype as unknown as ClientMethods)[name]]),
) as unknown as ClientMethods;

/** A transaction with only such statements holds no lock for which another statement would wait. */
const LOCKS_NOTHING = /^\s*(BEGIN|START TRANSACTION)\s*$|^\s*SELECT pg_try_advisory_xact_lock/i;
/**
 * Fails the history instead of stopping it, should a statement wait for another transaction after all. Planning would take longer
 * than executing, so a session plans each statement once, for any parameters.
 */
const SETTINGS_SQL = `SET lock_timeout = '5s'; SET plan_cache_mode = force_generic_plan`;
const SINGLE_STATEMENT = /^\s*(SELECT|WITH|INSERT|UPDATE|DELETE)\b[^;]*$/i;
const LABEL_LENGTH = 110;
/** How far the clock of a transaction may lag behind, milliseconds. */
const IN_TRANSACTION_MS = 50;

/** A session at Postgres. Sessions outlive the processes that use them: a new one would plan every statement again. */
class Session {
  readonly client: Client;
  user?: SimulatedProcess;
  /** Whether its transaction may hold row locks. */
  mayBlock = false;
  /** The time that it was told last; it forgets it with a rollback. */
  clock?: number;

  private readonly names = new Map<string, string>();

  constructor(readonly url: string) {
    // Pipelined: the clock and the statement are one message to the server.
    this.client = new Client({ connectionString: url, pipeline: true });
    this.client.on('error', (error) => {
      throw error;
    });
  }

  async open(): Promise<void> {
    await this.call('connect');
    await this.call('query', SETTINGS_SQL);
  }

  async close(): Promise<void> {
    await this.call('end');
  }

  get isInTransaction(): boolean {
    return real.getTransactionStatus.call(this.client) !== 'I';
  }

  async query(now: number, statement: unknown[]): Promise<unknown> {
    const [query, ...values] = this.prepared(statement);
    const status = real.getTransactionStatus.call(this.client);
    const isOutdated = this.clock === undefined || now - this.clock >= (status === 'I' ? 1 : IN_TRANSACTION_MS);
    if (!isOutdated || status === 'E') return this.end(this.call('query', query, ...values));
    this.clock = now;
    const settings =
      status === 'I' ? `${settingSql('clock', now)} ${settingSql('now', now)}` : settingSql('clock', now);
    if (typeof query === 'string' && values.every((value) => value === undefined)) {
      const results = (await this.end(this.call('query', `${settings} ${query}`))) as unknown[];
      const own = results.slice(status === 'I' ? 2 : 1);
      return own.length > 1 ? own : own[0];
    }
    const clock = this.call('query', settings);
    const [result] = await Promise.all([this.end(this.call('query', query, ...values)), clock]);
    return result;
  }

  /** Names a single statement, so that the session keeps its plan. */
  private prepared([query, values, ...others]: unknown[]): unknown[] {
    const isPlain = typeof query === 'string' && (values === undefined || Array.isArray(values));
    if (!isPlain || others.length > 0 || !SINGLE_STATEMENT.test(query)) return [query, values, ...others];
    let name = this.names.get(query);
    if (!name) this.names.set(query, (name = `statement_${this.names.size}`));
    return [{ name, text: query, values }];
  }

  private async end(statement: Promise<unknown>): Promise<unknown> {
    const wasInTransaction = this.isInTransaction;
    try {
      return await statement;
    } finally {
      if (!this.isInTransaction) {
        this.mayBlock = false;
        if (wasInTransaction) this.clock = undefined;
      }
    }
  }

  /** Ends what the process has left open. */
  async release(): Promise<void> {
    if (this.isInTransaction) await this.call('query', 'ROLLBACK');
    this.user = undefined;
    this.mayBlock = false;
    this.clock = undefined;
  }

  private call(method: keyof ClientMethods, ...values: unknown[]): Promise<unknown> {
    return (real[method] as (...all: unknown[]) => Promise<unknown>).apply(this.client, values);
  }
}

/** The configuration that a client was constructed with. */
interface ConstructedClient extends Client {
  user?: string;
  connectionParameters: { user: string; application_name?: string };
}

/**
 * Connects the clients of simulated processes to real sessions. Every statement is an operation of the world: it runs when the
 * scheduler picks it, and its process may crash before or after it.
 */
export class SimulatedPostgres {
  private readonly sessions: Session[] = [];
  private readonly used = new WeakMap<Client, Session>();
  private world!: World;

  /** @param urls of the services' roles */
  constructor(private readonly urls: Record<string, string>) {}

  attach(world: World): void {
    this.world = world;
    for (const session of this.sessions) session.clock = undefined;
  }

  install(): void {
    const connect = (client: ConstructedClient, owner: SimulatedProcess) => this.connect(client, owner);
    const query = (client: ConstructedClient, owner: SimulatedProcess, values: unknown[]) =>
      this.query(client, owner, values);
    const disconnect = (client: ConstructedClient) => this.disconnect(client);
    const sessionOf = (client: ConstructedClient) => this.used.get(client);
    Object.assign(Client.prototype, {
      connect(this: ConstructedClient, callback?: Callback): unknown {
        const owner = currentProcess();
        return owner ? settle(owner, connect(this, owner), callback) : real.connect.apply(this, [callback] as never[]);
      },
      query(this: ConstructedClient, ...values: unknown[]): unknown {
        const owner = currentProcess();
        return owner ? query(this, owner, values) : real.query.apply(this, values as never[]);
      },
      end(this: ConstructedClient, callback?: Callback): unknown {
        const owner = currentProcess();
        return owner ? settle(owner, disconnect(this), callback) : real.end.apply(this, [callback] as never[]);
      },
      // The pool calls these; no socket keeps a simulated process alive.
      ref: () => undefined,
      unref: () => undefined,
      getTransactionStatus(this: ConstructedClient): unknown {
        return real.getTransactionStatus.call(sessionOf(this)?.client ?? this);
      },
    });
  }

  uninstall(): void {
    Object.assign(Client.prototype, real);
  }

  async close(): Promise<void> {
    for (const session of this.sessions) await session.close();
  }

  private async connect(client: ConstructedClient, owner: SimulatedProcess): Promise<void> {
    await this.world.operation('connect to Postgres', async () => {
      const url = this.urls[client.connectionParameters.user];
      if (!url) throw new Error(`Unknown role ${client.connectionParameters.user}`);
      let session = this.sessions.find((one) => one.url === url && !one.user);
      if (!session) {
        session = new Session(url);
        await session.open();
        this.sessions.push(session);
      }
      const taken = session;
      taken.user = owner;
      this.used.set(client, taken);
      owner.onCrash(() => (taken.user === owner ? taken.release() : undefined));
    });
  }

  private async query(client: ConstructedClient, owner: SimulatedProcess, values: unknown[]): Promise<unknown> {
    const session = this.used.get(client);
    if (!session || session.user !== owner) throw new Error('Client has encountered a connection error');
    const text = textOf(values[0]);
    const isBlocked = (): boolean =>
      this.sessions.some((one) => one !== session && one.url === session.url && one.mayBlock);
    const monitors = client.connectionParameters.application_name?.endsWith('-invariants');
    return this.world.operation(
      labelOf(text),
      async () => {
        const result = await session.query(this.world.now, values);
        if (session.isInTransaction && !monitors && !LOCKS_NOTHING.test(text)) session.mayBlock = true;
        return result;
      },
      { isBlocked },
    );
  }

  private async disconnect(client: ConstructedClient): Promise<void> {
    await this.world.operation('disconnect from Postgres', async () => {
      await this.used.get(client)?.release();
      this.used.delete(client);
      client.emit('end');
    });
  }
}

function settle(owner: SimulatedProcess, work: Promise<void>, callback?: Callback): unknown {
  if (!callback) return work;
  work.then(
    () => owner.run(() => callback(undefined)),
    (error: unknown) => owner.run(() => callback(error)),
  );
  return undefined;
}

function settingSql(name: 'clock' | 'now', time: number): string {
  return `SET simulation.${name} = '${time / 1_000}';`;
}

function textOf(query: unknown): string {
  return typeof query === 'string' ? query : String((query as { text?: string }).text);
}

function labelOf(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return `sql: ${line.length > LABEL_LENGTH ? `${line.slice(0, LABEL_LENGTH)}…` : line}`;
}
