import { databaseSecrets } from './database-secrets';
import { prepareDatabase } from './prepare-database';

/** `node prepare-database.main.js`, with ADMIN_DATABASE_URL and the password of each role. It runs before the migrations. */
async function main(): Promise<void> {
  const { adminUrl, passwords } = databaseSecrets(process.env);
  await prepareDatabase(adminUrl, passwords);
}

void main();
