import { newApiKey } from '@luit/contracts/auth/api-key-format';
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '@luit/platform/testing/eventually';
import { FakeLuit } from './testing/fake-luit';

const run = promisify(execFile);
const PACKAGE = join(__dirname, '..');
const TIMEOUT_MS = 300_000;

describe('the package of the runner', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'luit-runner-package-'));
    await run('npm', ['pack', '--pack-destination', folder], { cwd: PACKAGE });
    const [archive] = await readdir(folder);
    await run('tar', ['-xzf', join(folder, archive!), '-C', folder]);
  }, TIMEOUT_MS);
  afterAll(() => rm(folder, { recursive: true }));

  it('contains one program, a unit file and no dependencies', async () => {
    const files = await readdir(join(folder, 'package'), { recursive: true });
    expect(files.sort()).toEqual(['bundle', 'bundle/luit-runner.cjs', 'luit-runner.service', 'package.json']);
  });

  it('explains itself without arguments', async () => {
    const started = run(process.execPath, [join(folder, 'package/bundle/luit-runner.cjs')], { env: {} });
    await expect(started).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('Usage: luit-runner') });
  });

  it(
    'runs alone: it claims, serves metrics and stops',
    async () => {
      const luit = await FakeLuit.start();
      const comfy = createServer((_request, response) => void response.writeHead(404).end('{}'));
      await new Promise<void>((resolve) => comfy.listen(0, '127.0.0.1', resolve));
      const engine = `comfyui=http://127.0.0.1:${(comfy.address() as AddressInfo).port}`;
      const port = await freePort();
      const program = join(folder, 'package/bundle/luit-runner.cjs');
      const args = ['--url', luit.url, '--engine', engine, '--folder', join(folder, 'data'), '--metrics', String(port)];
      const child = spawn(process.execPath, [program, ...args], { env: { LUIT_TOKEN: newApiKey('runner') } });
      try {
        await eventually(() => expect(luit.claims).toMatchObject([{ engines: ['comfyui'], version: '0.1.0' }]));
        const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
        expect(metrics).toContain('luit_runner_slots 1');
        const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
        child.kill('SIGTERM');
        expect(await exit).toBe(0);
      } finally {
        child.kill('SIGKILL');
        comfy.close();
        await luit.close();
      }
    },
    TIMEOUT_MS,
  );
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
