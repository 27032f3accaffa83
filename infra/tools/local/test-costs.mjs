// `node infra/tools/local/test-costs.mjs`: measures the processor time of the spec files and writes it to docs/test-costs.md. With paths of
// spec files as arguments it measures and prints only those.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const TOP = 40;
const root = path.resolve(import.meta.dirname, '../../..');
const folder = mkdtempSync(path.join(tmpdir(), 'luit-test-costs-'));
const lines = path.join(folder, 'costs.jsonl');
const specs = process.argv.slice(2);
const jest = [path.join(root, 'node_modules/jest/bin/jest.js'), '--runInBand', '--silent'];
const { status } = spawnSync(process.execPath, [...jest, ...specs], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, TEST_COSTS: lines },
});

const PARTS = ['load', 'hooks', 'inTests', 'children', 'postgres'];
const costs = readFileSync(lines, 'utf8').trim().split('\n').map(JSON.parse);
rmSync(folder, { recursive: true });
const cpuOf = (cost) => PARTS.reduce((sum, part) => sum + cost[part], 0);
const byCost = (a, b) => cpuOf(b) - cpuOf(a);
const packageOf = ({ file }) => file.split('/').slice(0, 2).join('/');

function sumOf(name, group) {
  const keys = [...PARTS, 'wall', 'tests'];
  const sums = Object.fromEntries(keys.map((key) => [key, group.reduce((sum, cost) => sum + cost[key], 0)]));
  return { file: `${name} (${group.length} files)`, ...sums };
}

const HEAD = ['processor', 'modules', 'hooks', 'tests', 'children', 'postgres', 'wall', 'number'];
const WIDTH = 10;
const line = (columns, name) => [...columns.map((column) => column.padStart(WIDTH)), ` ${name}`].join('');
const row = (cost) => {
  const seconds = [cpuOf(cost), ...PARTS.map((part) => cost[part]), cost.wall];
  return line([...seconds.map((number) => number.toFixed(1)), String(cost.tests)], cost.file);
};
const table = (rows) => [line(HEAD, ''), ...rows.map(row)].map((text) => text.trimEnd()).join('\n');

const names = [...new Set(costs.map(packageOf))];
const packages = names
  .map((name) =>
    sumOf(
      name,
      costs.filter((cost) => packageOf(cost) === name),
    ),
  )
  .sort(byCost);
const totals = table([...packages, sumOf('all', costs)]);
const dearest = table(costs.toSorted(byCost).slice(0, TOP));
const tests = costs
  .flatMap(({ file, longest }) => longest.map(([title, seconds]) => ({ seconds, name: `${file}: ${title}` })))
  .sort((a, b) => b.seconds - a.seconds)
  .slice(0, TOP);
const dearestTests = tests.map(({ seconds, name }) => line([seconds.toFixed(1)], name)).join('\n');
const document = `# What the tests cost

Seconds of processor time with one worker, by \`node infra/tools/local/test-costs.mjs\`: of loading modules, of hooks (which start and stop applications and
databases), of the tests themselves, of child processes and of PostgreSQL. The first file of a run loads most modules for all others
([decision 13](decisions/0013-tests-share-modules.md)).

\`\`\`text
${totals}
\`\`\`

The ${TOP} files that cost most:

\`\`\`text
${dearest}
\`\`\`

The ${TOP} tests that cost most, without hooks, child processes and PostgreSQL:

\`\`\`text
${dearestTests}
\`\`\`
`;
if (specs.length === 0) writeFileSync(path.join(root, 'docs/test-costs.md'), document);
else console.log(`\n${totals}\n\n${dearest}\n\n${dearestTests}`);
process.exitCode = status ?? 1;
