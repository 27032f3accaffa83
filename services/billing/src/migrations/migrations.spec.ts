import { lintMigrations } from '@luit/platform/testing/migration-lint/lint-migrations';
import { databaseSettings } from '../database';

it('every migration can run while requests are served', async () => {
  expect(await lintMigrations(databaseSettings({ url: 'postgres://unused', pool: 2 }))).toEqual([]);
});
