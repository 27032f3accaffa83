import { lintMigrations } from '@luit/platform/testing/migration-lint/lint-migrations';
import { authDatabase } from '../database';

it('every migration can run while requests are served', async () => {
  expect(await lintMigrations(authDatabase({ url: 'postgres://unused' }))).toEqual([]);
});
