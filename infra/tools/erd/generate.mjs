import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { startPostgres } from '../local/dist/postgres.js';
import { prepareDatabase, SCHEMAS } from '../../../services/platform/dist/database/prepare-database.js';
import { readTables } from './tables.mjs';
import { erDiagram } from './mermaid.mjs';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
const DOCUMENT = 'docs/database.md';
const PASSWORD = 'erd';

/** The diagram of every schema, by the schema's name. */
async function drawDiagrams() {
  const server = await startPostgres();
  const client = new Client({ connectionString: server.url });
  try {
    await prepareDatabase(server.url, Object.fromEntries(SCHEMAS.map((schema) => [schema, PASSWORD])));
    for (const schema of SCHEMAS) migrate(schema, server.url);
    await client.connect();
    const diagrams = {};
    for (const schema of [...SCHEMAS, 'audit']) diagrams[schema] = erDiagram(await readTables(client, schema));
    return diagrams;
  } finally {
    await client.end();
    await server.stop();
  }
}

function migrate(schema, adminUrl) {
  const script = path.join(root, 'services', schema, 'dist', 'migrate.js');
  execFileSync(process.execPath, [script], { env: { ...process.env, ADMIN_DATABASE_URL: adminUrl }, stdio: 'ignore' });
}

/** Replaces the text between the markers of each schema. */
function withDiagrams(document, diagrams) {
  return Object.entries(diagrams).reduce((text, [schema, diagram]) => {
    const [start, end] = [`<!-- erd:${schema} -->`, `<!-- /erd:${schema} -->`];
    const [from, to] = [text.indexOf(start), text.indexOf(end)];
    if (from < 0 || to < from) throw new Error(`${DOCUMENT} has no ${start} … ${end}`);
    return `${text.slice(0, from + start.length)}\n\`\`\`mermaid\n${diagram}\n\`\`\`\n${text.slice(to)}`;
  }, document);
}

/** The diagrams of the tables that the migrations create. */
export const generate = async () => ({
  [DOCUMENT]: withDiagrams(readFileSync(path.join(root, DOCUMENT), 'utf8'), await drawDiagrams()),
});
