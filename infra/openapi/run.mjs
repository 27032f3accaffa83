// `npm run openapi` writes the OpenAPI documents of the gateway: docs/openapi.json has all routes, and docs/openapi-v1.json those of
// the public API, from which it writes the types of the SDK. `npm run openapi -- --check` writes nothing and exits with 1 when a file
// is out of date or a document breaks a rule.
import { createConfig, formatProblems, getTotals, lintFromString } from '@redocly/openapi-core';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as prettier from 'prettier';
import { buildApiDocument, publicApiDocument } from '../../services/gateway/dist/http/api-document.js';
import { readArguments } from '../local/command-arguments.cjs';
import { sdkTypes } from './sdk-types.mjs';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
const LINT = {
  extends: ['recommended'],
  rules: {
    // The product is not licensed to the public, and the server is whichever serves the document.
    'info-license': 'off',
    'no-server-example.com': 'off',
    'tag-description': 'error',
    'operation-description': 'off',
    'no-unused-components': 'error',
    // Handlers without credentials say so by having no security of their own.
    'security-defined': 'off',
  },
};

async function format(text, file) {
  const options = await prettier.resolveConfig(file);
  return prettier.format(text, { ...options, filepath: file });
}

/** Prints the broken rules and returns whether there are none. */
async function lint(source, documentFile) {
  const config = await createConfig(LINT);
  const problems = await lintFromString({ source, absoluteRef: documentFile, config });
  const totals = getTotals(problems);
  if (problems.length > 0) formatProblems(problems, { format: 'codeframe', totals, maxProblems: 50 });
  return totals.errors + totals.warnings === 0;
}

/** Writes a file, or with `--check` compares it. */
function update(name, text) {
  const file = path.join(root, name);
  if (!options.check) return writeFileSync(file, text);
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  console.error(`${name} is out of date: run \`npm run openapi\` and commit the result.`);
  process.exitCode = 1;
}

const { options } = readArguments({ command: 'npm run openapi', options: { check: null } });
const document = await buildApiDocument();
for (const [name, content] of [
  ['docs/openapi.json', document],
  ['docs/openapi-v1.json', publicApiDocument(document)],
]) {
  const source = await format(JSON.stringify(content), path.join(root, name));
  if (!(await lint(source, path.join(root, name)))) process.exitCode = 1;
  update(name, source);
}
const types = 'sdk/typescript/src/api.ts';
const source = JSON.stringify(publicApiDocument(document));
update(types, await format(await sdkTypes(source), path.join(root, types)));
