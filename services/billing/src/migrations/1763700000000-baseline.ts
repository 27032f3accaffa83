import { CREATE_SEARCH_TEXT } from '@luit/platform/database/search-text';
import { readSqlFile } from '@luit/platform/database/sql-files';
import { createMessagingTables } from '@luit/platform/events/messaging-tables';
import { createInvariantsTable } from '@luit/platform/invariants/invariants-table';
import type { SchemaMigration } from '@luit/platform/database/schema-migration';
import type { QueryRunner } from 'typeorm';

/** In the order of their dependencies. */
const SQL_FILES = [
  'ledger-tables',
  'payment-tables',
  'refund-tables',
  'invoice-tables',
  'ledger-functions',
  'api-key-budgets',
  'hold-functions',
  'payment-functions',
  'refund-functions',
  'clawback-functions',
  'account-deletion-functions',
  'invoice-functions',
  'test-accounts',
  'daily-totals',
  'approvals',
  'promo-codes',
  'credit-notices',
];

export class Baseline1763700000000 implements SchemaMigration {
  readonly worksWith = '0.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await createMessagingTables(runner);
    await runner.query(CREATE_SEARCH_TEXT);
    await createInvariantsTable(runner);
    for (const name of SQL_FILES) await runner.query(readSqlFile(__dirname, name));
  }

  async down(): Promise<void> {
    return Promise.reject(new Error('Nothing precedes the baseline: drop the schema instead'));
  }
}
