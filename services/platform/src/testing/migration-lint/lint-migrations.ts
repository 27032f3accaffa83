import { DataSource, type QueryRunner } from 'typeorm';
import { createMigrationTables } from '../../migrations/migration-records';
import { ownerConnection } from '../../migrations/owner-connection';
import type { SchemaMigration, SchemaMigrations } from '../../database/schema-migration';
import { createTestDatabase } from '../database';
import { squawk } from './squawk';
import { checkStatements, type Finding } from './statement-rules';

/** Rules that the previous release depends on. Only a migration that it does not work with may break them. */
const CONTRACTING = [
  'ban-drop-column',
  'ban-drop-table',
  'renaming-column',
  'renaming-table',
  'changing-column-type',
  'drops-used-object',
];

/** The statements of the baselines. */
const FIRST_RELEASE = '0.1.0';
const RELEASE = /^\d+\.\d+\.\d+$/;

/**
 * Runs a service's migrations in a database of their own and checks the statements of all but the first, the baseline, which creates
 * an empty schema.
 *
 * @returns one line for each finding; none if the migrations can run online
 */
export async function lintMigrations({ service, migrations }: SchemaMigrations): Promise<string[]> {
  const database = await createTestDatabase();
  const {
    application_name: applicationName,
    connectionString,
    options,
  } = ownerConnection(database.adminUrl, {
    schema: service,
  });
  const source = new DataSource({
    type: 'postgres',
    url: connectionString,
    applicationName,
    schema: service,
    extra: { options },
  });
  await source.initialize();
  const runner = source.createQueryRunner();
  try {
    await createMigrationTables(runner);
    const lines: string[] = [];
    for (const [index, Migration] of migrations.entries()) {
      const migration = new Migration();
      const statements = await record(runner, migration);
      const findings = index === 0 ? checkRelease(migration) : await lint(migration, statements);
      lines.push(...findings.map(({ rule, text }) => `${Migration.name}: ${rule}: ${text}`));
    }
    return lines;
  } finally {
    await runner.release();
    await source.destroy();
    await database.drop();
  }
}

/** Runs a migration. Returns its statements. */
async function record(runner: QueryRunner, migration: SchemaMigration): Promise<string[]> {
  const statements: string[] = [];
  const query = runner.query.bind(runner);
  const recording = Object.create(runner) as QueryRunner;
  recording.query = (sql: string, ...rest: unknown[]) => {
    statements.push(sql);
    return query(sql, ...(rest as []));
  };
  const isInTransaction = migration.transaction !== false;
  if (isInTransaction) await runner.startTransaction();
  await migration.up(recording);
  if (isInTransaction) await runner.commitTransaction();
  return statements;
}

async function lint(migration: SchemaMigration, statements: string[]): Promise<Finding[]> {
  const sql = statements.map((statement) => `${statement.trimEnd().replace(/;$/, '')};`).join('\n');
  const found = [...squawk(sql, migration.transaction !== false), ...(await checkStatements(sql))];
  const allowed = migration.allows ?? {};
  const unused = Object.keys(allowed).filter((rule) => !found.some((finding) => finding.rule === rule));
  return [
    ...found.filter(({ rule }) => !allowed[rule]),
    ...unused.map((rule) => ({ rule, text: 'allowed without need' })),
    ...checkRelease(migration),
    ...checkContraction(migration, found),
  ];
}

function checkRelease({ worksWith }: SchemaMigration): Finding[] {
  return RELEASE.test(worksWith) ? [] : [{ rule: 'works-with', text: `${worksWith} is no release, such as 0.1.0` }];
}

/** A migration that removes something that the first release uses cannot work with that release. */
function checkContraction({ worksWith }: SchemaMigration, found: Finding[]): Finding[] {
  const contracting = found.find(({ rule }) => CONTRACTING.includes(rule));
  if (!contracting || worksWith !== FIRST_RELEASE) return [];
  return [{ rule: 'works-with', text: `${FIRST_RELEASE} does not work after ${contracting.rule}` }];
}
