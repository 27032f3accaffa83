// `npm run verify -- cost`: measures what makes a change expensive (docs/cost-of-change.md explains each measure).
// `--list NAME` shows what is counted: short, forwarding, walk, upward or circles. `--folders` adds the folders of each service.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isUpward } from '../lint/levels.mjs';
import { functionsOf, isForwarding, isForwardingHandler } from './functions.mjs';
import { circlesOf, stepOf } from '../lint/import-circles.mjs';
import { walkOf } from './request-walk.mjs';
import { fileByPath, files, folderOf, groupBy, imports, roomOf, root } from './sources.mjs';

const FIELDS = {
  maxRedemptions: 'max_redemptions',
  isForNewCustomers: 'is_for_new_customers',
  negativePrompt: 'negative_prompt',
};
const SHORT_LINES = 20;
const HANDLER = /@On(Call|Job|Event|BatchedEvent)\(/;
const ROUTE = /@(Get|Post|Put|Patch|Delete|Sse)\(/;

const isSource = (file) => fileByPath.get(file).kind === 'source';
const sources = files.filter(({ file, kind }) => kind === 'source' && /\.tsx?$/.test(file));
const sourceImports = imports.filter(([from, to]) => isSource(from) && isSource(to));

const importers = groupBy(sourceImports, ([, to]) => to);
const short = sources
  .filter(({ file, lines }) => lines <= SHORT_LINES && importers.get(file)?.length === 1)
  .map(({ file }) => file)
  .filter((file) => !file.startsWith('services/contracts/'));

const functions = sources.flatMap(({ file, text }) =>
  functionsOf(text).map((declared) => ({ file, text, ...declared })),
);
const has = (pattern) => (declared) => declared.decorators.some((line) => pattern.test(line));
const handlers = functions.filter(has(HANDLER));
const forwardingHandlers = handlers.filter(isForwardingHandler);
const forwardingFunctions = functions.filter(
  (one) => isForwarding(one, one.text) && !has(HANDLER)(one) && !has(ROUTE)(one),
);

const upward = sourceImports.filter(([from, to]) => isUpward(from, to));
const folderEdges = sourceImports
  .filter(([from, to]) => roomOf(from) === roomOf(to))
  .map(stepOf)
  .filter(Boolean);
const roomEdges = sourceImports.map((pair) => pair.map(roomOf)).filter(([from, to]) => from !== to);
const circles = [...circlesOf(roomEdges), ...circlesOf(folderEdges)];

const walk = walkOf(routeMethod('generate'));

/** The handler of `POST /api/…` in the gateway. */
function routeMethod(route) {
  const { file, text } = sources.find(({ text: candidate }) => candidate.includes(`@Post('${route}')`));
  const declared = functionsOf(text).find(({ decorators }) =>
    decorators.some((line) => line.includes(`@Post('${route}')`)),
  );
  return { file, name: declared.name };
}

function filesWith(...names) {
  const pattern = new RegExp(`\\b(${names.join('|')})\\b`);
  return files.filter(
    ({ file, text }) =>
      pattern.test(text) && file !== 'docs/cost-of-change.md' && !file.startsWith('infra/tools/cost-of-change/'),
  );
}

const example = new Set(namesIn('.env.example', /^([A-Z][A-Z0-9_]*)=/gm));
const inSchemas = sources
  .filter(({ file }) => file.startsWith('services/'))
  .flatMap(({ text }) =>
    /\bz\b.*from 'zod'|@luit\/platform\/config'/.test(text)
      ? [...text.matchAll(/^ {2}([A-Z][A-Z0-9_]+): [a-z]/gm)]
      : [],
  )
  .map(([, name]) => name);
const undocumented = new Set(inSchemas.filter((name) => !example.has(name)));

function namesIn(file, pattern) {
  return [...readFileSync(path.join(root, file), 'utf8').matchAll(pattern)].map(([, name]) => name);
}

const lists = {
  short,
  forwarding: [...forwardingHandlers, ...forwardingFunctions].map(({ file, name }) => `${file} ${name}`),
  walk,
  upward: upward.map((pair) => pair.join(' → ')),
  circles: circles.map((rooms) => rooms.join(' ↔ ')),
};

const [option, name] = process.argv.slice(2);
if (option === '--list') console.log((lists[name] ?? Object.keys(lists)).join('\n'));
else {
  printLines('room', roomOf);
  if (option === '--folders') printLines('folder', folderOf);
  print(
    ['measure', 'value'],
    [
      [`source files of at most ${SHORT_LINES} lines with one importer`, short.length],
      ['handlers of calls, jobs and events that only forward', `${forwardingHandlers.length} of ${handlers.length}`],
      ['other methods and functions that only forward', forwardingFunctions.length],
      ...Object.entries(FIELDS).map(([field, column]) => [`files with \`${field}\``, filesWith(field, column).length]),
      ['files of the walk of `POST /api/generate`', walk.length],
      ['upward imports', upward.length],
      ['circles of rooms and folders', circles.length],
      ['folders in circles', new Set(circles.flat()).size],
      ['settings in `.env.example`', example.size],
      ['other names in configuration schemas', undocumented.size],
      ['npm scripts', Object.keys(JSON.parse(fileByPath.get('package.json').text).scripts).length],
      ['pages of operations', files.filter(({ file }) => /^docs\/operations\/.*\.md$/.test(file)).length],
    ],
  );
}

function printLines(title, groupOf) {
  const groups = groupBy(
    files.filter(({ file }) => groupOf(file)),
    ({ file }) => groupOf(file),
  );
  const row = (label, group) => [
    label,
    ...['source', 'test', 'prose'].map((kind) => linesOf(group, kind)),
    linesOf(group),
  ];
  const rows = [...groups].sort(([a], [b]) => a.localeCompare(b)).map(([label, group]) => row(label, group));
  print([title, 'source', 'test', 'prose', 'lines'], [...rows, row('**all**', [...groups.values()].flat())]);
}

function linesOf(group, kind) {
  return group.reduce((sum, file) => sum + (kind === undefined || file.kind === kind ? file.lines : 0), 0);
}

function print(head, rows) {
  const line = (cells) => `| ${cells.map((cell) => cell.toLocaleString('en')).join(' | ')} |`;
  const rule = `|---|${'---:|'.repeat(head.length - 1)}`;
  console.log([line(head), rule, ...rows.map(line), ''].join('\n'));
}
