import { parse } from 'libpg-query';
import { MIGRATION_TABLES } from '../../migrations/migration-records';

export interface Finding {
  rule: string;
  text: string;
}

/** The fields of a parsed statement that the rules read. */
interface Statement {
  relation?: { relname?: string };
  removeType?: string;
}

/** Objects that the previous release may call or read. squawk has its own rules for tables and columns. */
const USED_BY_CODE = ['OBJECT_FUNCTION', 'OBJECT_PROCEDURE', 'OBJECT_VIEW', 'OBJECT_TRIGGER', 'OBJECT_SCHEMA'];

const UNBATCHED = 'One statement for all rows keeps them locked until it ends. Use backfill().';
const EXCLUSIVE = 'The statement locks the whole table until the migration ends.';

/** Rules that squawk lacks, by the statement type in the Postgres parser. */
const RULES: Record<string, (statement: Statement) => Finding | undefined> = {
  UpdateStmt: unbatched,
  DeleteStmt: unbatched,
  TruncateStmt: () => ({ rule: 'locks-table', text: EXCLUSIVE }),
  LockStmt: () => ({ rule: 'locks-table', text: EXCLUSIVE }),
  ClusterStmt: () => ({ rule: 'locks-table', text: EXCLUSIVE }),
  DropStmt: ({ removeType = '' }) =>
    USED_BY_CODE.includes(removeType)
      ? { rule: 'drops-used-object', text: 'The previous release may still use it. Drop it one release later.' }
      : undefined,
};

/** @throws Error with the position if Postgres could not parse the SQL */
export async function checkStatements(sql: string): Promise<Finding[]> {
  const { stmts = [] } = await parse(sql);
  return stmts.flatMap(({ stmt = {} }) =>
    Object.entries(stmt).flatMap(([type, statement]) => RULES[type]?.(statement as Statement) ?? []),
  );
}

function unbatched({ relation }: Statement): Finding | undefined {
  if (MIGRATION_TABLES.includes(relation?.relname ?? '')) return undefined;
  return { rule: 'unbatched-change', text: `${relation?.relname ?? 'a table'}: ${UNBATCHED}` };
}
