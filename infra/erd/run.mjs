// `npm run erd` writes the diagrams of docs/database.md from the tables that the migrations create.
// `npm run erd -- --check` writes nothing and exits with 1 when the diagrams are out of date.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { readArguments } from '../local/command-arguments.cjs';
import { startPostgres } from '../local/dist/postgres.js';
import { prepareDatabase, SCHEMAS } from '../../services/platform/dist/database/prepare-database.js';
import { readTables } from './tables.mjs';
import { erDiagram } from './mermaid.mjs';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
const documentFile = path.join(root, 'docs', 'database.md');
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
    if (from < 0 || to < from) throw new Error(`docs/database.md has no ${start} … ${end}`);
    return `${text.slice(0, from + start.length)}\n\`\`\`mermaid\n${diagram}\n\`\`\`\n${text.slice(to)}`;
  }, document);
}

const { options } = readArguments({ command: 'npm run erd', options: { check: null } });
const current = readFileSync(documentFile, 'utf8');
const wanted = withDiagrams(current, await drawDiagrams());
if (!options.check) writeFileSync(documentFile, wanted);
else if (wanted !== current) {
  console.error('docs/database.md is out of date: run `npm run erd` and commit the result.');
  process.exitCode = 1;
}
