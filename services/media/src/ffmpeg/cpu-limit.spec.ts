import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { withCpuLimit } from './cpu-limit';

const run = promisify(execFile);

describe('withCpuLimit', () => {
  it('a program that never ends is killed after its processor time', async () => {
    const endless = run(...withCpuLimit(1, process.execPath, ['-e', 'for (;;);']));
    await expect(endless).rejects.toMatchObject({ signal: 'SIGKILL' });
  });

  it('a program gets its arguments as they are', async () => {
    const { stdout } = await run(...withCpuLimit(5, process.execPath, ['-p', 'process.argv[1]', '$HOME "a b"']));
    expect(stdout).toBe('$HOME "a b"\n');
  });
});
