// `npm run verify` lists the proofs and measurements that are too long for `npm test`. `npm run verify -- chaos soak` runs some of
// them; `npm run verify -- chaos 7 --seconds 60` passes the arguments after the name on.
import { buildWebApps, compile, fail, installDependencies, requireNode, run } from './bootstrap.mjs';

const PLAYWRIGHT = ['node_modules/@playwright/test/cli.js', 'test', '-c'];
const JEST = 'node_modules/jest/bin/jest.js';
/** Spec files that `npm test` runs only partly: shorter histories, or some rows of their tables. */
const SHORTENED =
  'simulation hostile-bodies input-references owed-refunds refunds verifications uploads route-matrix request-sources file-credentials'.split(
    ' ',
  );
const SLOW = ['**/*.slow.ts', '**/*.properties.spec.ts', ...SHORTENED.map((name) => `**/${name}.spec.ts`)];

/**
 * The purpose of each part, its approximate duration on two idle cores, and its steps. The last step gets the arguments after the name.
 * Packages are installed and everything is built first, unless a part says `isBuilt: false`. `variables` are arguments that become environment variables.
 */
const PARTS = {
  browser: {
    proves: 'every journey in a browser; `-g "first purchase"` or file names select some',
    minutes: 20,
    steps: [[...PLAYWRIGHT, 'infra/verification/browser/playwright.config.ts']],
  },
  screenshots: {
    proves:
      'every page and state at three widths, light and dark, looks as in .cache/screenshots; `-g "public pages"` selects some',
    minutes: 15,
    steps: [[...PLAYWRIGHT, 'infra/verification/browser/playwright.screenshots.config.ts']],
  },
  incident: {
    proves: 'all providers fail while 24 customers wait: the figures of operators are right, and alerts close in time',
    minutes: 5,
    steps: [[...PLAYWRIGHT, 'infra/verification/browser/playwright.drill.config.ts']],
  },
  lighthouse: {
    proves: "Lighthouse's mobile scores of the built app; `/pricing` measures one page",
    minutes: 25,
    steps: [['infra/verification/lighthouse/run.mjs']],
  },
  library: {
    proves: 'a library of 10,000 videos scrolls without long tasks',
    minutes: 4,
    env: { LIBRARY_VIDEOS: '10000' },
    steps: [[...PLAYWRIGHT, 'infra/verification/browser/playwright.config.ts', 'large-library']],
  },
  bench: {
    proves: 'throughput and latency beside their baselines; `P4 P9` runs two of them',
    minutes: 60,
    steps: [['infra/verification/bench/dist/main.js']],
  },
  recognition: {
    proves: 'changed copies of our videos are recognized, and no others; `--videos 100 --seed 1`',
    minutes: 10,
    steps: [['infra/verification/bench/dist/verification/main.js']],
  },
  migrations: {
    proves: 'migrations of a large table fail no request; `--rows 1000000`',
    minutes: 4,
    steps: [['infra/verification/bench/dist/migrations/main.js']],
  },
  chaos: {
    proves:
      'no job and no credit is lost while processes are killed, frozen and disconnected; `7` repeats seed 7, `scenarios` runs single faults',
    minutes: 5,
    steps: [['infra/verification/chaos/dist/main.js']],
  },
  scale: {
    proves: 'workers scale 1 → 4 → 1 and every service is replaced under load; `rolling` runs one part',
    minutes: 10,
    steps: [['infra/verification/chaos/dist/scale/main.js']],
  },
  pgbouncer: {
    proves: 'a stack works through PgBouncer with four connections per service',
    minutes: 4,
    steps: [['infra/verification/chaos/dist/pgbouncer/main.js']],
  },
  alerts: {
    proves: 'the cause of every Prometheus alert fires and clears it; names of alerts select some',
    minutes: 20,
    steps: [['infra/verification/chaos/dist/alerts/main.js']],
  },
  soak: {
    proves: 'memory stays constant under a steady load; `--minutes 30`',
    minutes: 32,
    steps: [['infra/verification/chaos/dist/soak/main.js']],
  },
  abuse: {
    proves: 'hostile inputs and floods do not keep a customer from using Luit; `--short`',
    minutes: 15,
    steps: [['infra/verification/abuse/dist/main.js']],
  },
  simulate: {
    proves:
      'crashes and losses in virtual time break no invariant and no promise; `--seeds 10000` runs more, `--seed 7` replays one, `--shrink` shortens it',
    minutes: 4,
    steps: [['infra/verification/simulation/dist/main.js']],
  },
  slow: {
    proves:
      'long Jest tests: 1,000 random histories of each ledger, every row of long tables, every alert of operators from its cause to its end',
    minutes: 20,
    env: { PROPERTY_HISTORIES: '1000', SIMULATED_HISTORIES: '200', BLOCKED_MS: '100', FULL_TABLES: '1' },
    steps: [[JEST, '-i', '--testMatch', ...SLOW]],
  },
  ...Object.fromEntries(
    ['comfyui', 'comfy-v2', 'videos-api'].map((kind) => [
      kind,
      {
        proves: `a real server keeps the contract of its engine: \`--url http://127.0.0.1:${kind === 'comfyui' ? 8188 : 8189}\`; \`--key\`, ${
          kind === 'videos-api' ? '`--dialect vllm-omni`, ' : ''
        }and \`--seconds 600\` for a slow model`,
        minutes: 2,
        isBuilt: false,
        env: { ENGINE_KIND: kind },
        variables: {
          '--url': 'ENGINE_URL',
          '--key': 'ENGINE_KEY',
          '--dialect': 'ENGINE_DIALECT',
          '--seconds': 'ENGINE_SECONDS',
        },
        steps: [[JEST, '-i', 'services/engines/src/engine-contract.spec.ts']],
      },
    ]),
  ),
  deploy: {
    proves:
      'Helm, kubeconform, Caddy and Alertmanager accept what ships, and the manifests keep the rules of this product; needs Go',
    minutes: 6,
    steps: [[JEST, '-i', '--testMatch', '**/verification/deploy/src/*.real.ts']],
  },
  audit: {
    proves:
      "no package has a security advisory in npm's registry, except those in infra/verification/deploy/audit-exceptions.json until their day",
    minutes: 1,
    isBuilt: false,
    steps: [['infra/verification/deploy/audit.mjs']],
  },
  mutation: {
    proves:
      'a test fails for each planted bug that would cost money or break a state, and for each removed guard of access; `lock` or `hardening` selects some',
    minutes: 70,
    steps: [['infra/verification/mutation/run.mjs']],
  },
  lint: {
    proves: 'every lint rule finds its planted violation, and no file has a misspelled word',
    minutes: 1,
    steps: [
      ['infra/tools/lint/planted.mjs'],
      ['node_modules/cspell/bin.mjs', 'lint', '--no-progress', '--no-summary', '--show-suggestions'],
    ],
  },
  cost: {
    proves:
      'measures what makes a change expensive (docs/cost-of-change.md); `--list forwarding` shows what is counted',
    minutes: 1,
    isBuilt: false,
    steps: [['infra/tools/cost-of-change/cost-of-change.mjs']],
  },
  planted: {
    proves: 'each kind of mistake makes `npm test` fail: types, promises, imports, texts, format, spelling, migrations',
    minutes: 3,
    steps: [['infra/tools/local/planted.mjs']],
  },
};

const argv = process.argv.slice(2);
if (argv.length === 0) {
  for (const [name, { proves, minutes }] of Object.entries(PARTS))
    console.log(`${name.padEnd(12)} ${`${minutes} min`.padStart(8)}  ${proves}`);
  console.log('\nnpm run verify -- NAME …, or npm run verify -- NAME with its arguments');
  process.exit();
}
const areAllParts = argv.every((argument) => argument in PARTS);
const [names, passed] = areAllParts ? [argv, []] : [argv.slice(0, 1), argv.slice(1)];
if (!(names[0] in PARTS)) {
  console.error(`Unknown part: ${names[0]}\nKnown parts of npm run verify: ${Object.keys(PARTS).join(', ')}`);
  process.exit(2);
}
requireNode();
if (names.some((name) => PARTS[name].isBuilt !== false)) {
  installDependencies();
  if (!(await compile()) || !(await buildWebApps())) fail('Building failed; see the errors above.');
}
const results = {};
for (const name of names) {
  const startedAt = Date.now();
  const isWell = await runPart(PARTS[name]);
  results[name] = {
    result: isWell ? 'passed' : 'failed',
    minutes: Number(((Date.now() - startedAt) / 60_000).toFixed(1)),
  };
  if (!isWell) process.exitCode = 1;
}
console.table(results);

/** Runs every step, even after one that fails. */
async function runPart({ steps, env, variables = {} }) {
  let isWell = true;
  const given = Object.entries(variables).flatMap(([name, variable]) => {
    const at = passed.indexOf(name);
    return at === -1 ? [] : [[variable, passed.splice(at, 2)[1]]];
  });
  for (const [index, [script, ...args]] of steps.entries()) {
    const isLast = index === steps.length - 1;
    const options = { env: { ...process.env, ...env, ...Object.fromEntries(given) } };
    isWell = (await run(script, [...args, ...(isLast ? passed : [])], options)) && isWell;
  }
  return isWell;
}
