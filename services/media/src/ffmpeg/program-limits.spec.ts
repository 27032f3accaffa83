import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { NODE_PROGRAM_BYTES, withLimits } from './program-limits';

const run = promisify(execFile);
const LIMITS = { cpuSeconds: 5, memoryBytes: NODE_PROGRAM_BYTES };

describe('withLimits', () => {
  it('a program that never ends is killed after its processor time', async () => {
    const endless = run(...withLimits({ ...LIMITS, cpuSeconds: 1 }, process.execPath, ['-e', 'for (;;);']));
    await expect(endless).rejects.toMatchObject({ signal: 'SIGKILL' });
  });

  it('a program gets no more memory than it may have', async () => {
    const allocate = (mebibytes: number) =>
      run(...withLimits(LIMITS, process.execPath, ['-p', `Buffer.alloc(${mebibytes} * 2 ** 20).length`]));
    await expect(allocate(1_600)).rejects.toMatchObject({ stderr: expect.stringContaining('allocation') as string });
    expect((await allocate(100)).stdout).toBe(`${100 * 2 ** 20}\n`);
  });

  it('a program gets its arguments as they are', async () => {
    const { stdout } = await run(...withLimits(LIMITS, process.execPath, ['-p', 'process.argv[1]', '$HOME "a b"']));
    expect(stdout).toBe('$HOME "a b"\n');
  });
});
