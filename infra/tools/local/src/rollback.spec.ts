import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { rollBack } from './rollback';

describe('npm run rollback', () => {
  let checkout: string;
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], { cwd: checkout });
  const commit = (version: string) => {
    writeFileSync(path.join(checkout, 'package.json'), JSON.stringify({ version }));
    git('add', '.');
    git('commit', '-qm', version);
    git('tag', `v${version}`);
  };
  const version = () =>
    (JSON.parse(readFileSync(path.join(checkout, 'package.json'), 'utf8')) as { version: string }).version;
  const run = (release?: string) =>
    rollBack({ checkout, luitDir: path.join(checkout, '.luit'), release, log: () => undefined });

  beforeEach(() => {
    checkout = mkdtempSync(path.join(tmpdir(), 'luit-rollback-'));
    git('init', '-q');
    for (const release of ['0.9.0', '0.10.0', '0.11.0']) commit(release);
  });
  afterEach(() => rmSync(checkout, { recursive: true }));

  it('goes back one release, or to the given one', async () => {
    await run();
    expect(version()).toBe('0.10.0');
    await run('0.9.0');
    expect(version()).toBe('0.9.0');
  });

  it('refuses an unknown release, the first one, a later one and changed files', async () => {
    await expect(run('0.9.1')).rejects.toThrow(
      '0.9.1 is not available; this is 0.11.0. Earlier releases: 0.10.0, 0.9.0.',
    );
    await expect(run('0.11.0')).rejects.toThrow('is not available');
    writeFileSync(path.join(checkout, 'package.json'), JSON.stringify({ version: '0.11.0', changed: true }));
    await expect(run()).rejects.toThrow('Files are changed');
    git('switch', '-q', '--discard-changes', '--detach', 'v0.9.0');
    await expect(run()).rejects.toThrow('no tag of an earlier release');
  });
});
