import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { lastBuiltAt, withDependencies, workspaceOf } from './workspaces';

const checkout = path.resolve(__dirname, '..', '..', '..', '..', '..');

describe('the workspaces of a process', () => {
  it.each([
    ['gateway', 'services/gateway'],
    ['worker-2', 'services/worker'],
    ['sandbox', 'infra/tools/sandbox'],
  ])('%s runs %s', (process, workspace) => expect(workspaceOf(process)).toBe(workspace));

  it('include what its package imports at run time, but not development dependencies', () => {
    const workspaces = withDependencies(checkout, 'services/billing');
    expect([...workspaces].sort()).toEqual(['services/billing', 'services/contracts', 'services/platform']);
  });

  it('are rebuilt when their newest JavaScript file changes', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'luit-workspaces-'));
    try {
      expect(lastBuiltAt(folder, 'app')).toBe(0);
      mkdirSync(path.join(folder, 'app', 'dist', 'deep'), { recursive: true });
      const write = (name: string, seconds: number) => {
        const file = path.join(folder, 'app', 'dist', name);
        writeFileSync(file, '');
        utimesSync(file, seconds, seconds);
      };
      write('main.js', 1_000);
      write('deep/other.js', 2_000);
      write('main.d.ts', 3_000);
      expect(lastBuiltAt(folder, 'app')).toBe(2_000_000);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
