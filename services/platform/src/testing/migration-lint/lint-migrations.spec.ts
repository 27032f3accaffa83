import type { QueryRunner } from 'typeorm';
import { backfill } from '../../migrations/backfill';
import { createIndexConcurrently, dropIndexConcurrently } from '../../migrations/create-index';
import type { SchemaMigration } from '../../database/schema-migration';
import { lintMigrations } from './lint-migrations';

type Up = string | ((runner: QueryRunner) => Promise<unknown>);

function migration(up: Up, settings: Partial<SchemaMigration> = {}): new () => SchemaMigration {
  return class Change implements SchemaMigration {
    worksWith = settings.worksWith ?? '0.1.0';
    transaction = settings.transaction;
    allows = settings.allows;

    async up(runner: QueryRunner): Promise<void> {
      await (typeof up === 'string' ? runner.query(up) : up(runner));
    }

    async down(): Promise<void> {}
  };
}

const BASELINE = migration(`
  CREATE TABLE ships (id int PRIMARY KEY, name text, length int);
  CREATE TABLE ports (id int PRIMARY KEY);
  CREATE FUNCTION tonnage() RETURNS int LANGUAGE sql AS 'SELECT 1';
  INSERT INTO ships SELECT n FROM generate_series(1, 10) n;
  UPDATE ships SET name = 'Ark'`);

const lint = (...changes: (new () => SchemaMigration)[]) =>
  lintMigrations({ service: 'billing', migrations: [BASELINE, ...changes] });
const rulesOf = (lines: string[]) => lines.map((line) => line.split(': ')[1]);

describe('lintMigrations', () => {
  it('accepts changes that run online', async () => {
    const lines = await lint(
      migration(`
        ALTER TABLE ships ADD COLUMN class text NOT NULL DEFAULT 'A', ADD COLUMN tons int;
        ALTER TABLE ships ADD CONSTRAINT tons_known CHECK (tons IS NOT NULL) NOT VALID;
        CREATE TABLE crews (id int PRIMARY KEY, ship_id int REFERENCES ships);
        CREATE INDEX crews_of_ship ON crews (ship_id)`),
      migration(
        async (runner) => {
          await createIndexConcurrently(runner, { name: 'ships_by_class', definition: 'ON ships (class)' });
          await backfill(runner, { name: 'tons', table: 'ships', set: 'tons = 1', where: 'tons IS NULL' });
          await runner.query('ALTER TABLE ships VALIDATE CONSTRAINT tons_known');
          await dropIndexConcurrently(runner, 'ships_by_class');
        },
        { transaction: false },
      ),
    );
    expect(lines).toEqual([]);
  });

  it.each([
    ['adding-required-field', `CREATE TABLE t (); ALTER TABLE ports ADD COLUMN name text NOT NULL`],
    ['adding-field-with-default', `ALTER TABLE ships ADD COLUMN at timestamptz DEFAULT clock_timestamp()`],
    ['require-concurrent-index-creation', `CREATE INDEX slow ON ships (name)`],
    ['require-concurrent-index-deletion', `CREATE TABLE t (a int); CREATE INDEX fast ON t (a); DROP INDEX fast`],
    ['constraint-missing-not-valid', `ALTER TABLE ships ADD CONSTRAINT c CHECK (length > 0)`],
    [
      'constraint-missing-not-valid',
      `ALTER TABLE ships ADD CONSTRAINT c CHECK (length > 0) NOT VALID; ALTER TABLE ships VALIDATE CONSTRAINT c`,
    ],
    ['adding-foreign-key-constraint', `ALTER TABLE ships ADD CONSTRAINT f FOREIGN KEY (length) REFERENCES ports`],
    ['disallowed-unique-constraint', `ALTER TABLE ships ADD CONSTRAINT u UNIQUE (length)`],
    ['adding-not-nullable-field', `ALTER TABLE ships ALTER COLUMN name SET NOT NULL`],
    ['changing-column-type', `ALTER TABLE ships ALTER COLUMN length TYPE bigint`],
    ['renaming-column', `ALTER TABLE ships RENAME COLUMN name TO title`],
    ['renaming-table', `ALTER TABLE ships RENAME TO boats`],
    ['ban-drop-column', `ALTER TABLE ships DROP COLUMN name`],
    ['ban-drop-table', `DROP TABLE ships`],
    ['drops-used-object', `DROP FUNCTION tonnage()`],
    ['unbatched-change', `UPDATE ships SET length = 1`],
    ['unbatched-change', `DELETE FROM ships`],
    ['locks-table', `LOCK TABLE ships`],
    ['locks-table', `TRUNCATE ships`],
  ])('refuses %s: %s', async (rule, sql) => {
    expect(rulesOf(await lint(migration(sql)))).toContain(rule);
  });

  it('accepts an exception with a reason, and refuses one that is not needed', async () => {
    const allows = { 'unbatched-change': 'ships has ten rows' };
    expect(await lint(migration('UPDATE ships SET length = 1', { allows }))).toEqual([]);
    expect(rulesOf(await lint(migration('SELECT 1', { allows })))).toEqual(['unbatched-change']);
  });

  it('refuses a removal that claims to work with the release that used it', async () => {
    const allows = { 'ban-drop-column': 'unused since 0.2.0' };
    const sql = 'ALTER TABLE ships DROP COLUMN name';
    expect(rulesOf(await lint(migration(sql, { allows })))).toEqual(['works-with']);
    expect(await lint(migration(sql, { allows, worksWith: '0.2.0' }))).toEqual([]);
    expect(rulesOf(await lint(migration('SELECT 1', { worksWith: 'next' })))).toEqual(['works-with']);
  });
});
