import { spawnSync } from 'node:child_process';
import path from 'node:path';

const runner = path.resolve(__dirname, '..', '..', '..', 'verification', 'mutation', 'run.mjs');

describe('mutants', () => {
  it('match the code that they change, and name specs that exist', () => {
    const { status, stderr } = spawnSync(process.execPath, [runner, '--check'], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});
