import type { Socket } from 'node:net';
import { Client } from 'pg';
import { currentProcess, type SimulatedProcess } from './simulated-process';
import type { World } from './world';

type Callback = (error: unknown, result?: unknown) => void;
const METHODS = ['connect', 'query', 'end', 'getTransactionStatus', 'ref', 'unref'] as const;
type ClientMethods = Record<(typeof METHODS)[number], (...values: never[]) => unknown>;

const real = Object.fromEntries(
  METHODS.map((name) => [name, (Client.prototype as unknown as ClientMethods)[name]]),
) as unknown as ClientMethods;

/** A transaction with only such statements holds no lock that another statement would wait for. */
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

/**
 * A connection to the real Postgres. Connections outlive the processes, and each serves one transaction or statement after the other,
 * because a new connection would plan every statement again.
 */
class Connection {
  readonly client: Client;
  private readonly names = new Map<string, string>();
  /** The time that the connection received last; a rollback resets it. */
  private clock?: number;

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

  get transactionStatus(): unknown {
    return real.getTransactionStatus.call(this.client);
  }

  get isInTransaction(): boolean {
    return this.transactionStatus !== 'I';
  }

  /** The next statement sends the time to it in any case. */
  forgetClock(): void {
    this.clock = undefined;
  }

  async query(now: number, statement: unknown[]): Promise<unknown> {
    const [query, ...values] = this.prepared(statement);
    const status = this.transactionStatus;
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
    const [, result] = await this.inOneWrite(() =>
      Promise.all([this.call('query', settings), this.end(this.call('query', query, ...values))]),
    );
    return result;
  }

  async rollBack(): Promise<void> {
    await this.end(this.call('query', 'ROLLBACK'));
  }

  private inOneWrite<T>(send: () => T): T {
    const { stream } = (this.client as unknown as { connection: { stream: Socket } }).connection;
    stream.cork();
    try {
      return send();
    } finally {
      stream.uncork();
    }
  }

  /** Names a single statement, so that the connection keeps its plan. */
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
      if (wasInTransaction && !this.isInTransaction) this.forgetClock();
    }
  }

  private call(method: keyof ClientMethods, ...values: unknown[]): Promise<unknown> {
    return (real[method] as (...all: unknown[]) => Promise<unknown>).apply(this.client, values);
  }
}

/** The connection as a process sees it. It has a real one only while its transaction is open. */
interface Session {
  readonly url: string;
  readonly user: SimulatedProcess;
  /** The name of the pool that opened it. */
  readonly application?: string;
  transaction?: Connection;
  /** True if its transaction may hold row locks. */
  mayBlock: boolean;
}

/** The configuration that a client was constructed with. */
interface ConstructedClient extends Client {
  user?: string;
  connectionParameters: { user: string; application_name?: string };
}

/**
 * Connects the clients of simulated processes to real connections. Every statement is an operation of the world: it runs when the
 * scheduler picks it, and its process may crash before or after it.
 */
export class SimulatedPostgres {
  private readonly connections: Connection[] = [];
  private readonly sessions = new Map<Client, Session>();
  private world!: World;

  /** @param urls of the services' roles */
  constructor(private readonly urls: Record<string, string>) {}

  attach(world: World): void {
    this.world = world;
    for (const connection of this.connections) connection.forgetClock();
  }

  install(): void {
    const connect = (client: ConstructedClient, owner: SimulatedProcess) => this.connect(client, owner);
    const query = (client: ConstructedClient, owner: SimulatedProcess, values: unknown[]) =>
      this.query(client, owner, values);
    const disconnect = (client: ConstructedClient) => this.disconnect(client);
    const statusOf = (client: ConstructedClient) => this.sessions.get(client)?.transaction?.transactionStatus ?? 'I';
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
        return currentProcess() ? statusOf(this) : real.getTransactionStatus.call(this);
      },
    });
  }

  uninstall(): void {
    Object.assign(Client.prototype, real);
  }

  async close(): Promise<void> {
    for (const connection of this.connections) await connection.close();
  }

  private async connect(client: ConstructedClient, owner: SimulatedProcess): Promise<void> {
    const { user, application_name: application } = client.connectionParameters;
    await this.world.operation('connect to Postgres', () => {
      const url = this.urls[user];
      if (!url) throw new Error(`Unknown role ${user}`);
      this.sessions.set(client, { url, user: owner, application, mayBlock: false });
      owner.onCrash(() => this.end(client));
    });
  }

  private async query(client: ConstructedClient, owner: SimulatedProcess, values: unknown[]): Promise<unknown> {
    const session = this.sessions.get(client);
    if (!session || session.user !== owner) throw new Error('Client has encountered a connection error');
    const text = textOf(values[0]);
    return this.world.operation(labelOf(text), () => this.execute(session, text, values), {
      isBlocked: () => this.isBlocked(session),
    });
  }

  private async execute(session: Session, text: string, values: unknown[]): Promise<unknown> {
    const connection = session.transaction ?? (await this.freeConnection(session.url));
    try {
      const result = await connection.query(this.world.now, values);
      const monitors = session.application?.endsWith('-invariants');
      if (!monitors && !LOCKS_NOTHING.test(text)) session.mayBlock = true;
      return result;
    } finally {
      session.transaction = connection.isInTransaction ? connection : undefined;
      if (!session.transaction) session.mayBlock = false;
    }
  }

  private isBlocked(session: Session): boolean {
    for (const other of this.sessions.values())
      if (other.mayBlock && other !== session && other.url === session.url) return true;
    return false;
  }

  private async freeConnection(url: string): Promise<Connection> {
    const free = this.connections.find((one) => one.url === url && !one.isInTransaction);
    if (free) return free;
    const opened = new Connection(url);
    await opened.open();
    this.connections.push(opened);
    return opened;
  }

  private async disconnect(client: ConstructedClient): Promise<void> {
    await this.world.operation('disconnect from Postgres', async () => {
      await this.end(client);
      client.emit('end');
    });
  }

  /** Ends the transaction that the process has left open. */
  private async end(client: Client): Promise<void> {
    const session = this.sessions.get(client);
    this.sessions.delete(client);
    await session?.transaction?.rollBack();
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

const labels = new Map<string, string>();

/** The statements of services are few. */
function labelOf(text: string): string {
  let label = labels.get(text);
  if (label === undefined) labels.set(text, (label = shortened(text)));
  return label;
}

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return `sql: ${line.length > LABEL_LENGTH ? `${line.slice(0, LABEL_LENGTH)}…` : line}`;
}
