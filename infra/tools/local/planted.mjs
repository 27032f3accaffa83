// `npm run verify -- planted`: plants one mistake of each kind in a clone of the last commit and checks that `npm test` names it. `npm run
// verify -- planted lint` plants the mistakes that the stage `lint` must find.
import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from './bootstrap.mjs';
import { readArguments } from './command-arguments.cjs';

const SERVICE = 'services/billing/src/orders/planted.ts';
const PAGE = 'web/src/features/developers/planted.tsx';

/** Each is appended to the file, which `npm test` must name; or it must name what `named` says. */
const MISTAKES = [
  {
    mistake: 'a type error',
    stages: ['types'],
    file: SERVICE,
    text: "export const credits: number = 'ten';\n",
  },
  {
    mistake: 'a floating promise',
    stages: ['lint'],
    file: SERVICE,
    text: 'const pay = async (): Promise<void> => Promise.resolve();\n\nexport function order(): void {\n  pay();\n}\n',
  },
  {
    mistake: 'a wrong import direction',
    stages: ['lint'],
    file: SERVICE,
    text: "export * from '../../../auth/src/config';\n",
  },
  {
    mistake: 'English text outside a message',
    stages: ['lint'],
    file: PAGE,
    text: 'export const Planted = () => <p>Buy a pack</p>;\n',
  },
  {
    mistake: 'an unformatted file',
    stages: ['format'],
    file: SERVICE,
    text: 'export   const credits=10\n',
  },
  {
    mistake: 'a misspelled word',
    stages: ['spelling'],
    file: SERVICE,
    // cspell:disable-next-line
    text: '/** Credits that a customer recieves. */\nexport const credits = 10;\n',
  },
  {
    mistake: 'a broken migration',
    stages: ['migrations'],
    file: 'services/billing/sql/ledger-tables.sql',
    text: '\nCREATE planted;\n',
    named: 'The step migrate-billing failed',
  },
];

const allStages = [...new Set(MISTAKES.flatMap(({ stages }) => stages))];
const { names } = readArguments({ command: 'npm run verify -- planted', names: allStages });
const wanted = names.length > 0 ? names : allStages;
const clone = mkdtempSync(path.join(tmpdir(), 'luit-planted-'));
try {
  makeClone();
  const { status, output } = test(wanted);
  if (status !== 0) throw new Error(`npm test fails without a mistake:\n${output}`);
  console.log('✓ without a mistake, the stages pass');
  for (const each of MISTAKES) if (each.stages.some((stage) => wanted.includes(stage))) plant(each);
} finally {
  rmSync(clone, { recursive: true });
}

/** With the installed packages as hard links. */
function makeClone() {
  execFileSync('git', ['clone', '--quiet', root, clone]);
  const files = execFileSync('git', ['ls-files', '*package.json'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
  for (const folder of files.map((file) => path.join(path.dirname(file), 'node_modules'))) {
    const installed = path.join(root, folder);
    if (!existsSync(installed)) continue;
    const { status } = spawnSync('cp', ['-al', installed, path.join(clone, folder)], { stdio: 'inherit' });
    // Hard links do not reach another file system.
    if (status !== 0) execFileSync('cp', ['-a', installed, path.join(clone, path.dirname(folder))]);
  }
}

function plant({ mistake, stages, file, text, named = file }) {
  appendFileSync(path.join(clone, file), text);
  const { status, output } = test([...stages, '--changed']);
  const isFound = status === 1 && output.includes(named);
  console.log(
    `${isFound ? '✓' : '✗'} ${mistake} ${isFound ? 'fails' : 'does not fail'}: npm test -- ${stages.join(' ')}`,
  );
  if (!isFound) {
    console.log(output);
    process.exitCode = 1;
  }
  execFileSync('git', ['clean', '--quiet', '--force', '--', path.dirname(file)], { cwd: clone });
  execFileSync('git', ['checkout', '--quiet', '.'], { cwd: clone });
}

function test(args) {
  const { status, stdout, stderr } = spawnSync('npm', ['test', '--silent', '--', ...args], {
    cwd: clone,
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
}
