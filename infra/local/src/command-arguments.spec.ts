import { parseArguments } from '@luit/local/command-arguments';
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const root = path.resolve(__dirname, '..', '..', '..');

/** Every command with its script and one of the arguments that it knows. */
const COMMANDS = [
  ['npm start', 'infra/local/start.mjs', '--workers'],
  ['npm run dev', 'infra/local/dev.mjs', '--workers'],
  ['npm test', 'infra/local/test.mjs', 'none'],
  ['npm run backup', 'infra/local/backup.mjs', 'FOLDER'],
  ['npm run smoke', 'infra/smoke/dist/main.js', '--stack'],
  ['npm run bench', 'infra/bench/dist/main.js', 'P4'],
  ['npm run chaos', 'infra/chaos/dist/main.js', 'payment-sources'],
  ['npm run simulate', 'infra/simulation/dist/main.js', '--seeds'],
  ['npm run alerts-test', 'infra/chaos/dist/alerts/main.js', 'LuitPushLatencyHigh'],
  ['npm run soak', 'infra/chaos/dist/soak/main.js', '--minutes'],
  ['npm run scale-test', 'infra/chaos/dist/scale/main.js', 'rolling'],
  ['npm run test:abuse', 'infra/abuse/dist/main.js', '--short'],
  ['npm run test:mutation', 'infra/mutation/run.mjs', 'lock'],
  ['npm run notices', 'infra/notices/run.mjs', '--check'],
  ['npm run erd', 'infra/erd/run.mjs', '--check'],
  ['npm run data-map', 'infra/data-map/run.mjs', '--check'],
  ['npm run openapi', 'infra/openapi/run.mjs', '--check'],
  ['npm run redis-users', 'infra/redis-users/run.mjs', 'none'],
  ['rotate-keys', 'services/auth/dist/rotate-keys.js', '--emergency'],
  ['npm run doctor', 'infra/doctor/dist/main.js', 'none'],
  ['npm run lighthouse', 'web/lighthouse/run.mjs', '/pricing'],
] as const;

beforeAll(() => {
  execFileSync(process.execPath, [require.resolve('typescript/bin/tsc'), '-b', root]);
}, 300_000);

async function runWithUnknownFlag(script: string): Promise<{ code: number; stderr: string }> {
  const run = promisify(execFile)(process.execPath, [script, '--unknown-flag'], { timeout: 30_000 });
  return run.then(
    () => ({ code: 0, stderr: '' }),
    (error: { code: number; stderr: string }) => error,
  );
}

describe.each(COMMANDS)('%s', (_command, script, known) => {
  it('rejects an unknown flag, lists the known arguments and exits with 2', async () => {
    const { code, stderr } = await runWithUnknownFlag(path.join(root, script));
    expect(stderr).toContain('--unknown-flag');
    expect(stderr).toContain(known);
    expect(code).toBe(2);
  }, 60_000);
});

describe('in a checkout without dependencies and compiled code', () => {
  let checkout: string;

  beforeAll(() => {
    checkout = mkdtempSync(path.join(tmpdir(), 'luit-checkout-'));
    const isScript = (source: string) => !/\/(src|dist|node_modules)$/.test(source);
    cpSync(path.join(root, 'infra', 'local'), path.join(checkout, 'infra', 'local'), {
      recursive: true,
      filter: isScript,
    });
  });

  afterAll(() => rmSync(checkout, { recursive: true }));

  it.each(['start', 'dev', 'test', 'backup'])('%s.mjs rejects an unknown flag at once', async (script) => {
    const { code, stderr } = await runWithUnknownFlag(path.join(checkout, 'infra', 'local', `${script}.mjs`));
    expect(stderr).toContain('--unknown-flag');
    expect(code).toBe(2);
  });
});

describe('parseArguments', () => {
  const known = {
    command: 'npm run example',
    names: ['one', 'two'],
    value: { label: 'SEED', pattern: /^\d+$/ },
    options: { check: null, rows: 'N' },
  };

  it('separates names, the free value and flags', () => {
    const { names, value, options } = parseArguments(known, ['two', '7', '--check', '--rows', '5']);
    expect([names, value, { ...options }]).toEqual([['two'], '7', { check: true, rows: '5' }]);
  });

  it.each([[['three']], [['7', '8']], [['--other']], [['--rows']], [['-x']]])('rejects %j', (argv) => {
    expect(() => parseArguments(known, argv)).toThrow(
      'Known arguments of npm run example: one, two, SEED, --check, --rows N',
    );
  });

  it('rejects a missing required value', () => {
    const required = { ...known, value: { ...known.value, isRequired: true } };
    expect(() => parseArguments(required, ['one'])).toThrow('Missing argument: SEED');
  });
});
