import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

const AUDIT = path.resolve(__dirname, '..', 'audit.mjs');
const ADVISORY = 'GHSA-aaaa-bbbb-cccc';
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

describe('npm run verify -- audit', () => {
  /** A registry with one advisory about a package that Luit has. */
  let registry: Server;
  let folder: string;
  let isDown = false;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'luit-audit-'));
    const found = {
      id: 1,
      url: `https://github.com/advisories/${ADVISORY}`,
      title: 'Planted',
      severity: 'high',
      vulnerable_versions: '>=1',
    };
    registry = createServer((request, response) => {
      const isAdvisories = request.url?.endsWith('/security/advisories/bulk') && !isDown;
      response.writeHead(isAdvisories ? 200 : 404, { 'content-type': 'application/json' });
      response.end(JSON.stringify(isAdvisories ? { uuidv7: [found] } : {}));
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => registry.once('listening', resolve));
  });
  afterAll(async () => {
    registry.close();
    await rm(folder, { recursive: true });
  });
  beforeEach(() => {
    isDown = false;
  });

  async function audit(exceptions: object[]): Promise<{ code: number; output: string }> {
    const file = path.join(folder, 'exceptions.json');
    await writeFile(file, JSON.stringify(exceptions));
    const { port } = registry.address() as AddressInfo;
    const env = { ...process.env, npm_config_registry: `http://127.0.0.1:${port}`, npm_config_fetch_retries: '0' };
    return new Promise((resolve) => {
      execFile(process.execPath, [AUDIT, file], { env }, (error, stdout, stderr) =>
        resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
      );
    });
  }

  it('an advisory fails it, and an exception with a reason excuses it until its day', async () => {
    expect(await audit([])).toMatchObject({ code: 1, output: expect.stringContaining('Planted') as string });
    expect(await audit([{ advisory: ADVISORY, until: day(30), reason: 'not reachable' }])).toMatchObject({ code: 0 });
  });

  it.each([
    ['that ended', { advisory: ADVISORY, until: day(-2), reason: 'not reachable' }, 'its exception ended'],
    ['without a reason', { advisory: ADVISORY, until: day(30) }, 'needs a reason'],
    ['for too long', { advisory: ADVISORY, until: day(200), reason: 'not reachable' }, 'at most 90 days'],
    ['for nothing', { advisory: 'GHSA-dddd-eeee-ffff', until: day(30), reason: 'old' }, 'delete its exception'],
  ])('an exception %s fails it', async (_case, exception, text) => {
    expect(await audit([exception])).toMatchObject({ code: 1, output: expect.stringContaining(text) as string });
  });

  it('a registry without an answer fails it', async () => {
    isDown = true;
    expect(await audit([])).toMatchObject({ code: 1, output: expect.stringContaining('no advisories') as string });
  });
});
