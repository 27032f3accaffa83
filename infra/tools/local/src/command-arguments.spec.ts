import { parseArguments } from '@luit/local/command-arguments';
import { packages, transpile } from '@luit/local/transpile';
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const root = path.resolve(__dirname, '..', '..', '..', '..');

/** Every command with its script and one of the arguments that it knows. */
const COMMANDS = [
  ['npm start', 'infra/tools/local/start.mjs', '--workers'],
  ['npm run dev', 'infra/tools/local/dev.mjs', '--workers'],
  ['npm test', 'infra/tools/local/test.mjs', '--changed'],
  ['npm run backup', 'infra/tools/local/backup.mjs', 'FOLDER'],
  ['npm run smoke', 'infra/verification/smoke/dist/main.js', '--stack'],
  ['npm run verify -- bench', 'infra/verification/bench/dist/main.js', 'P4'],
  ['npm run verify -- chaos', 'infra/verification/chaos/dist/main.js', 'payment-sources'],
  ['npm run verify -- simulate', 'infra/verification/simulation/dist/main.js', '--seeds'],
  ['npm run verify -- alerts', 'infra/verification/chaos/dist/alerts/main.js', 'LuitPushLatencyHigh'],
  ['npm run verify -- soak', 'infra/verification/chaos/dist/soak/main.js', '--minutes'],
  ['npm run verify -- scale', 'infra/verification/chaos/dist/scale/main.js', 'rolling'],
  ['npm run verify -- abuse', 'infra/verification/abuse/dist/main.js', '--short'],
  ['npm run verify -- mutation', 'infra/verification/mutation/run.mjs', 'lock'],
  ['npm run verify -- planted', 'infra/tools/local/planted.mjs', 'spelling'],
  ['npm run generate', 'infra/tools/local/generate.mjs', 'openapi'],
  ['rotate-keys', 'services/auth/dist/rotate-keys.js', '--emergency'],
  ['npm run doctor', 'infra/tools/doctor/dist/main.js', 'none'],
  ['npm run verify -- lighthouse', 'infra/verification/lighthouse/run.mjs', '/pricing'],
] as const;

beforeAll(async () => expect(await transpile(packages())).toEqual([]), 300_000);

async function runWithUnknownFlag(script: string): Promise<{ code: number; stderr: string }> {
  const run = promisify(execFile)(process.execPath, [script, '--unknown-flag'], { timeout: 60_000 });
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
  }, 90_000);
});

describe('in a checkout without dependencies and compiled code', () => {
  let checkout: string;

  beforeAll(() => {
    checkout = mkdtempSync(path.join(tmpdir(), 'luit-checkout-'));
    const isScript = (source: string) => !/\/(src|dist|node_modules)$/.test(source);
    cpSync(path.join(root, 'infra', 'tools', 'local'), path.join(checkout, 'infra', 'tools', 'local'), {
      recursive: true,
      filter: isScript,
    });
  });

  afterAll(() => rmSync(checkout, { recursive: true }));

  it.each(['start', 'dev', 'test', 'backup', 'generate', 'verify'])(
    '%s.mjs rejects an unknown flag at once',
    async (script) => {
      const { code, stderr } = await runWithUnknownFlag(
        path.join(checkout, 'infra', 'tools', 'local', `${script}.mjs`),
      );
      expect(stderr).toContain('--unknown-flag');
      expect(code).toBe(2);
    },
  );
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
