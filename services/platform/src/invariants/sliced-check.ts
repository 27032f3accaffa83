import { performance } from 'node:perf_hooks';
import type { Check, CheckResult, Query } from './invariant-monitor';

/**
 * Checks the rows of a growing table. A round checks the rows that changed since the last round, the rows that were violations then, and
 * the next part of the table. A round therefore costs the same at any table size, and finds a violation in an old row by the end of a pass.
 */
export interface SlicedCheck extends Pick<Check, 'invariant' | 'name'> {
  table: string;
  /** Indexed column that identifies the checked rows. Rows with the same key are checked together. */
  key: string;
  keyType: 'uuid' | 'text';
  /** SQL: the first key of a pass; by default the first one of the table. */
  firstKey?: string;
  /** SQL that selects the keys, as `key`, of rows that changed between the times $1 and $2. Without it only a pass finds violations. */
  changed?: string;
  /** Keys that `find` gets at a time. */
  slice?: number;
  /** Returns the keys that violate the invariant. */
  find(query: Query, keys: string[]): Promise<string[]>;
}

interface Pass {
  lastKey: string | null;
  startedAt: Date | null;
  finishedAt: Date | null;
  violating: string[];
}

const SLICE = 2_000;
/** Time that a round spends on the pass, milliseconds. */
const BUDGET_MS = 250;
/** Changed keys that a round checks. The pass checks further ones. */
const MAX_CHANGED = 20_000;
/** Violating keys that are kept, and checked again each round. */
const MAX_VIOLATING = 1_000;
/** A transaction commits later than the time in the ids that it made. */
const OVERLAP = '1 minute';
/** The first round checks the rows that changed within this time. */
const FIRST_PERIOD = '10 minutes';

/** @param budgetMs time that a round spends on the pass */
export function sliced(check: SlicedCheck, budgetMs = BUDGET_MS): Check {
  const { invariant, name } = check;
  return { invariant, name, run: (query) => new SlicedRound(check, query, budgetMs).run() };
}

class SlicedRound {
  private readonly violating = new Set<string>();

  constructor(
    private readonly check: SlicedCheck,
    private readonly query: Query,
    private readonly budgetMs: number,
  ) {}

  async run(): Promise<CheckResult> {
    const pass = await this.readPass();
    const keys = [...new Set([...pass.violating, ...(await this.changed())])];
    for (let i = 0; i < keys.length; i += this.size) await this.find(keys.slice(i, i + this.size));
    await this.continue(pass);
    const violating = [...this.violating].slice(0, MAX_VIOLATING);
    await this.store({ ...pass, violating });
    return { violations: violating.length, samples: violating };
  }

  private get size(): number {
    return this.check.slice ?? SLICE;
  }

  private async find(keys: string[]): Promise<void> {
    for (const key of await this.check.find(this.query, keys)) this.violating.add(key);
  }

  private async readPass(): Promise<Pass> {
    const [pass] = await this.query<Pass>(
      `SELECT last_key AS "lastKey", started_at AS "startedAt", finished_at AS "finishedAt", violating
         FROM invariant_passes WHERE name = $1`,
      [this.check.name],
    );
    return pass ?? { lastKey: null, startedAt: null, finishedAt: null, violating: [] };
  }

  private async changed(): Promise<string[]> {
    const { changed, name } = this.check;
    if (!changed) return [];
    const [period] = await this.query<{ since: string; until: string }>(
      `SELECT coalesce((SELECT checked_at - interval '${OVERLAP}' FROM invariant_passes WHERE name = $1),
                       now() - interval '${FIRST_PERIOD}')::text AS since, now()::text AS until`,
      [name],
    );
    const rows = await this.query<{ key: string }>(
      `SELECT DISTINCT key::text FROM (${changed}) AS changed (key) LIMIT ${MAX_CHANGED}`,
      [period?.since, period?.until],
    );
    return rows.map(({ key }) => key);
  }

  /** Checks further slices, until the table or the time ends. */
  private async continue(pass: Pass): Promise<void> {
    const startedAt = performance.now();
    do {
      pass.startedAt ??= new Date();
      const keys = await this.nextKeys(pass.lastKey);
      if (keys.length > 0) await this.find(keys);
      if (keys.length < this.size) {
        Object.assign(pass, { lastKey: null, startedAt: null, finishedAt: new Date() });
        return;
      }
      pass.lastKey = keys.at(-1) ?? null;
    } while (performance.now() - startedAt < this.budgetMs);
  }

  private async nextKeys(after: string | null): Promise<string[]> {
    const { table, key, keyType, firstKey } = this.check;
    const from = after === null ? (firstKey ? `${key} >= ${firstKey}` : 'true') : `${key} > $1::${keyType}`;
    const rows = await this.query<{ key: string }>(
      `SELECT DISTINCT ${key} AS key FROM ${table} WHERE ${from} ORDER BY ${key} LIMIT ${this.size}`,
      after === null ? [] : [after],
    );
    return rows.map((row) => row.key);
  }

  private async store({ lastKey, startedAt, finishedAt, violating }: Pass): Promise<void> {
    await this.query(
      `INSERT INTO invariant_passes (name, last_key, started_at, finished_at, checked_at, violating)
       VALUES ($1, $2, $3, $4, now(), $5)
       ON CONFLICT (name) DO UPDATE SET last_key = excluded.last_key, started_at = excluded.started_at,
         finished_at = excluded.finished_at, checked_at = excluded.checked_at, violating = excluded.violating`,
      [this.check.name, lastKey, startedAt, finishedAt, violating],
    );
  }
}
