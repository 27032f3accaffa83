// `npm run openapi` writes docs/openapi.json, the OpenAPI document of the gateway's routes.
// `npm run openapi -- --check` writes nothing and exits with 1 when the document is out of date or breaks a rule.
import { createConfig, formatProblems, getTotals, lintFromString } from '@redocly/openapi-core';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as prettier from 'prettier';
import { buildApiDocument } from '../../services/gateway/dist/http/api-document.js';
import { readArguments } from '../local/command-arguments.cjs';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
const documentFile = path.join(root, 'docs', 'openapi.json');

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

async function render(document) {
  const options = await prettier.resolveConfig(documentFile);
  return prettier.format(JSON.stringify(document), { ...options, filepath: documentFile });
}

/** Prints the broken rules and returns whether there are none. */
async function lint(source) {
  const config = await createConfig(LINT);
  const problems = await lintFromString({ source, absoluteRef: documentFile, config });
  const totals = getTotals(problems);
  if (problems.length > 0) formatProblems(problems, { format: 'codeframe', totals, maxProblems: 50 });
  return totals.errors + totals.warnings === 0;
}

const { options } = readArguments({ command: 'npm run openapi', options: { check: null } });
const source = await render(await buildApiDocument());
const isValid = await lint(source);
if (!options.check) writeFileSync(documentFile, source);
const isCurrent = existsSync(documentFile) && readFileSync(documentFile, 'utf8') === source;
if (!isCurrent) console.error('docs/openapi.json is out of date: run `npm run openapi` and commit the result.');
process.exitCode = isValid && isCurrent ? 0 : 1;
