// `npm run verify -- audit`: asks the npm registry for security advisories about the packages in package-lock.json. Each must be fixed, by
// another version, or be excepted in audit-exceptions.json, with a reason and for at most 90 days.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(folder, '..', '..', '..');
const LONGEST_DAYS = 90;
const DAY_MS = 86_400_000;

const [file = path.join(folder, 'audit-exceptions.json')] = process.argv.slice(2);
const exceptions = JSON.parse(readFileSync(file, 'utf8'));
const advisories = readAdvisories();
const faults = [...exceptions.flatMap(faultsOf), ...[...advisories.values()].filter(lacksException).map(describe)];
for (const fault of faults) console.error(`✗ ${fault}`);
console.log(`${advisories.size} advisories, ${exceptions.length} exceptions, ${faults.length} faults`);
process.exitCode = faults.length > 0 ? 1 : 0;

/** By identifier, such as GHSA-xxxx-xxxx-xxxx. Exits if the registry does not answer, because then nothing is known. */
function readAdvisories() {
  const { stdout, error } = spawnSync('npm', ['audit', '--json'], { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (error) throw error;
  const report = JSON.parse(stdout);
  if (!report.vulnerabilities) {
    console.error(`The registry answered no advisories: ${report.message ?? stdout}`);
    process.exit(1);
  }
  // A package that only depends on a vulnerable one has that one's name in `via`.
  const found = Object.values(report.vulnerabilities).flatMap(({ via }) =>
    via.filter((each) => typeof each === 'object'),
  );
  return new Map(found.map((advisory) => [path.basename(advisory.url), advisory]));
}

function faultsOf({ advisory, until, reason }) {
  const daysLeft = Math.ceil((Date.parse(until) - Date.now()) / DAY_MS);
  if (!reason || Number.isNaN(daysLeft)) return [`${advisory}: an exception needs a reason and a date as \`until\``];
  if (!advisories.has(advisory)) return [`${advisory}: no package has this advisory any more; delete its exception`];
  if (daysLeft < 0) return [`${advisory}: its exception ended on ${until}`];
  return daysLeft > LONGEST_DAYS ? [`${advisory}: an exception lasts at most ${LONGEST_DAYS} days`] : [];
}

function lacksException({ url }) {
  return !exceptions.some(({ advisory }) => advisory === path.basename(url));
}

function describe({ name, range, severity, title, url }) {
  return `${name} ${range} (${severity}): ${title}. ${url}`;
}
