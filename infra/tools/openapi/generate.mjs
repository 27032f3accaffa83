import { createConfig, formatProblems, getTotals, lintFromString } from '@redocly/openapi-core';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { format } from 'oxfmt';
import { buildApiDocument, publicApiDocument } from '../../../services/gateway/dist/http/documents/api-document.js';
import { sdkTypes } from './sdk-types.mjs';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
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

async function formatted(text, file) {
  const { code, errors } = await format(file, text, { printWidth: 120, singleQuote: true });
  if (errors.length > 0) throw new Error(`Formatting ${file} failed: ${errors[0].message}`);
  return code;
}

/** Prints the rules that a document breaks, and throws if there are any. */
async function requireValid(source, documentFile) {
  const config = await createConfig(LINT);
  const problems = await lintFromString({ source, absoluteRef: documentFile, config });
  if (problems.length === 0) return;
  formatProblems(problems, { format: 'codeframe', totals: getTotals(problems), maxProblems: 50 });
  throw new Error(`${documentFile} breaks the rules above`);
}

/**
 * The OpenAPI documents of the gateway: docs/openapi.json has all routes, and docs/openapi-v1.json the routes of the public API, from which
 * the SDK's types are generated.
 */
export async function generate() {
  const document = await buildApiDocument();
  const publicDocument = publicApiDocument(document);
  const files = {};
  const add = async (name, text) => (files[name] = await formatted(text, path.join(root, name)));
  await add('docs/openapi.json', JSON.stringify(document));
  await add('docs/openapi-v1.json', JSON.stringify(publicDocument));
  for (const [name, text] of Object.entries(files)) await requireValid(text, path.join(root, name));
  await add('sdk/typescript/src/api.ts', await sdkTypes(JSON.stringify(publicDocument)));
  return files;
}
