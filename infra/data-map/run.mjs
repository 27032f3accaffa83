// `npm run data-map` writes the tables of docs/operations/data-map.md from the declarations of columns in the contracts.
// `npm run data-map -- --check` writes nothing and exits with 1 when the document is out of date.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { renderDataMap } from '../../services/contracts/dist/operations/personal-data/data-map.js';
import { readArguments } from '../local/command-arguments.cjs';

const START = '<!-- data-map -->';
const END = '<!-- /data-map -->';
const documentFile = path.join(
  path.dirname(fileURLToPath(import.meta.url)),
  '..',
  '..',
  'docs',
  'operations',
  'data-map.md',
);

const { options } = readArguments({ command: 'npm run data-map', options: { check: null } });
const current = readFileSync(documentFile, 'utf8');
const [from, to] = [current.indexOf(START), current.indexOf(END)];
if (from < 0 || to < from) throw new Error(`docs/operations/data-map.md has no ${START} … ${END}`);
const wanted = `${current.slice(0, from + START.length)}\n\n${renderDataMap()}\n\n${current.slice(to)}`;
if (!options.check) writeFileSync(documentFile, wanted);
else if (wanted !== current) {
  console.error('docs/operations/data-map.md is out of date: run `npm run data-map` and commit the result.');
  process.exitCode = 1;
}
