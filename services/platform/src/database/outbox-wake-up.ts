import type { Client } from 'pg';

interface SqlFunction {
  name: string;
  body: string;
}

const MAX_CACHED = 1_000;

/** Tells the relay of this process that a transaction with outbox rows has committed. */
export class OutboxWakeUp {
  private listener?: () => void;
  private writer = writerPattern([]);
  private readonly known = new Map<string, boolean>();

  onWakeUp(listener: () => void): void {
    this.listener = listener;
  }

  send(): void {
    this.listener?.();
  }

  /** Returns true if the statement inserts into the outbox, or calls a function that does. */
  isWrittenBy(statement: string): boolean {
    const known = this.known.get(statement);
    if (known !== undefined) return known;
    const isWriter = this.writer.test(statement);
    if (this.known.size < MAX_CACHED) this.known.set(statement, isWriter);
    return isWriter;
  }

  /** Reads which functions of the schema write the outbox, themselves or through another function. */
  async loadFunctions(client: Client): Promise<void> {
    const { rows } = await client.query<SqlFunction>(
      `SELECT proname AS name, prosrc AS body FROM pg_proc WHERE pronamespace = (SELECT current_schema()::regnamespace)`,
    );
    this.writer = writerPattern(outboxWriters(rows));
    this.known.clear();
  }
}

/** Names of the functions that insert into the outbox, or call another one of these functions. */
export function outboxWriters(functions: readonly SqlFunction[]): string[] {
  let found: SqlFunction[] = [];
  for (;;) {
    const pattern = writerPattern(found.map(({ name }) => name));
    const next = functions.filter(({ body }) => pattern.test(body));
    if (next.length === found.length) return found.map(({ name }) => name);
    found = next;
  }
}

function writerPattern(names: readonly string[]): RegExp {
  const calls = names.map((name) => `\\b${name}\\s*\\(`);
  return new RegExp(['\\binsert\\s+into\\s+outbox\\b', ...calls].join('|'), 'i');
}
