import { backfill } from '@luit/platform/migrations/backfill';
import { createIndexConcurrently } from '@luit/platform/migrations/create-index';
import type { SchemaMigration } from '@luit/platform/database/schema-migration';
import type { QueryRunner } from 'typeorm';

type Up = (runner: QueryRunner) => Promise<unknown>;

function migration(name: string, up: Up, transaction?: boolean): new () => SchemaMigration {
  return class implements SchemaMigration {
    readonly name = name;
    readonly worksWith = '0.1.0';
    readonly transaction = transaction;

    async up(runner: QueryRunner): Promise<void> {
      await up(runner);
    }

    async down(): Promise<void> {
      return Promise.reject(new Error('A rehearsal is not undone'));
    }
  };
}

export interface RehearsedMigration {
  step: string;
  migration: new () => SchemaMigration;
}

/**
 * Typical changes of a release to the table of requests, as migrations of generation.
 *
 * @param backfilled condition of the rows that the backfill changes
 */
export const rehearsedMigrations = (backfilled: string): RehearsedMigration[] => [
  {
    step: 'columns, one with a default',
    migration: migration('AddColumns9000000000001', (runner) =>
      runner.query('ALTER TABLE requests ADD COLUMN takes int NOT NULL DEFAULT 1, ADD COLUMN style text'),
    ),
  },
  {
    step: 'backfill',
    migration: migration(
      'Backfill9000000000002',
      (runner) =>
        backfill(runner, {
          name: 'style',
          table: 'requests',
          set: `style = 'plain'`,
          where: `style IS NULL AND ${backfilled}`,
        }),
      false,
    ),
  },
  {
    step: 'concurrent index',
    migration: migration(
      'CreateIndex9000000000003',
      (runner) =>
        createIndexConcurrently(runner, { name: 'requests_of_style', definition: 'ON requests (type, style)' }),
      false,
    ),
  },
  {
    step: 'constraint, not valid',
    migration: migration('AddConstraint9000000000004', (runner) =>
      runner.query('ALTER TABLE requests ADD CONSTRAINT takes_positive CHECK (takes > 0) NOT VALID'),
    ),
  },
  {
    step: 'constraint, validated',
    migration: migration(
      'ValidateConstraint9000000000005',
      (runner) => runner.query('ALTER TABLE requests VALIDATE CONSTRAINT takes_positive'),
      false,
    ),
  },
];

/** Needs an exclusive lock for a moment, while another transaction holds the table. */
export const BLOCKED = migration('AddColumn9000000000006', (runner) =>
  runner.query('ALTER TABLE requests ADD COLUMN note text'),
);
