import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { json, TestServer } from './testing/test-server';

const PACKAGE = path.resolve(__dirname, '..');
const ROOT = path.resolve(PACKAGE, '..', '..');
const DEPENDENCIES = ['openapi-fetch', 'openapi-typescript-helpers', 'eventsource-parser'];
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const BODY = '{"type":"webhook.test"}';

const exec = promisify(execFile);

/** The package as npm would publish it, installed in a folder of its own. */
describe('package of the SDK', () => {
  let server: TestServer;
  let folder: string;
  let manifest: Record<string, unknown>;

  beforeAll(async () => {
    server = await TestServer.start();
    folder = await mkdtemp(path.join(await realpath(tmpdir()), 'luit-sdk-'));
    const { stdout } = await exec('npm', ['pack', '--json', '--silent', '--pack-destination', folder], {
      cwd: PACKAGE,
    });
    const [{ filename }] = JSON.parse(stdout.slice(stdout.indexOf('['))) as [{ filename: string }];
    const modules = path.join(folder, 'node_modules');
    await mkdir(path.join(modules, '@luit', 'sdk'), { recursive: true });
    const tarball = path.join(folder, filename);
    await exec('tar', ['-xzf', tarball, '-C', path.join(modules, '@luit', 'sdk'), '--strip-components', '1']);
    for (const name of DEPENDENCIES) await symlink(path.join(ROOT, 'node_modules', name), path.join(modules, name));
    await writeFile(path.join(folder, 'package.json'), '{"private":true}');
    manifest = JSON.parse(await readFile(path.join(modules, '@luit/sdk/package.json'), 'utf8')) as typeof manifest;
  }, 180_000);
  afterAll(async () => {
    await server.close();
    await rm(folder, { recursive: true });
  });

  /** Uses a base URL with a path, and verifies a webhook. */
  const program = () => {
    const at = new Date();
    const headers = {
      'webhook-id': 'd-1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      'webhook-signature': new Webhook(SECRET).sign('d-1', at, BODY),
    };
    return `
      const luit = new Luit({ apiKey: 'luit_live_key', baseUrl: '${server.url}/prefix/' });
      const verified = verifyWebhook('${BODY}', ${JSON.stringify(headers)}, '${SECRET}');
      const done = Promise.all([luit.balance(), verified]).then(([{ available }, { type }]) => available + ' ' + type);`;
  };
  const expectUse = async (run: () => Promise<{ stdout: string }>) => {
    server.expect(json({ object: 'balance', available: 40, held: 0, budget: null }));
    expect((await run()).stdout.trim()).toBe('40 webhook.test');
    expect(server.received.map(({ url }) => url)).toEqual(['/prefix/v1/balance']);
  };
  const runNode = async (name: string, code: string) => {
    await writeFile(path.join(folder, name), code);
    return exec(process.execPath, [name], { cwd: folder });
  };
  const print = 'done.then((text) => console.log(text));';
  const bundle = async (): Promise<string> => {
    await writeFile(path.join(folder, 'entry.mjs'), "export * from '@luit/sdk';");
    await writeFile(
      path.join(folder, 'vite.config.mjs'),
      `export default { logLevel: 'warn', build: { outDir: 'out', minify: false,
        lib: { entry: 'entry.mjs', formats: ['iife'], name: 'sdk', fileName: () => 'sdk.js' } } };`,
    );
    const { stdout, stderr } = await exec(path.join(ROOT, 'node_modules/.bin/vite'), ['build'], { cwd: folder });
    // Vite warns about modules that browsers do not have.
    expect(stdout + stderr).not.toMatch(/externalized|node:/);
    return readFile(path.join(folder, 'out/sdk.js'), 'utf8');
  };

  it('it is an ES module for imports', async () => {
    const code = `import { Luit, verifyWebhook } from '@luit/sdk'; ${program()} ${print}`;
    await expectUse(() => runNode('module.mjs', code));
  });

  it('it is a CommonJS module for require', async () => {
    const code = `const { Luit, verifyWebhook } = require('@luit/sdk'); ${program()} ${print}`;
    await expectUse(() => runNode('common.cjs', code));
  });

  it('its types need no types of Node', async () => {
    const code = `import { Luit, ProblemError, type Video, verifyWebhook, type WebhookEvent } from '@luit/sdk';
      export const video: Promise<Video> = new Luit({ apiKey: 'a', baseUrl: 'b', timeoutMs: 1 }).videos.get('v-1');
      export const event: Promise<WebhookEvent> = verifyWebhook('', {}, '');
      export const problem: typeof ProblemError = ProblemError;`;
    for (const name of ['types.mts', 'types.cts']) await writeFile(path.join(folder, name), code);
    const options = [
      '--noEmit',
      '--strict',
      '--module',
      'nodenext',
      '--target',
      'es2022',
      '--lib',
      'es2022,dom,dom.iterable',
    ];
    const compiler = path.join(ROOT, 'node_modules/.bin/tsc');
    const { stdout } = await exec(compiler, [...options, '--ignoreConfig', 'types.mts', 'types.cts'], {
      cwd: folder,
    }).catch((error: unknown) => error as { stdout: string });
    expect(stdout).toBe('');
  }, 120_000);

  it('a bundle for browsers needs no module of Node, and runs where only web interfaces exist', async () => {
    const code = await bundle();
    expect(code).not.toMatch(/\brequire\(|["']node:|\bBuffer\b/);
    const globals = [
      ...['fetch', 'Request', 'Response', 'Headers', 'FormData', 'Blob', 'URL', 'URLSearchParams', 'crypto', 'atob'],
      ...['TextEncoder', 'TextDecoder', 'AbortController', 'AbortSignal', 'DOMException', 'ReadableStream'],
      ...['setTimeout', 'clearTimeout'],
    ];
    const runner = `
      const vm = require('node:vm');
      const context = vm.createContext({ ${globals.join(', ')} });
      vm.runInContext(${JSON.stringify(code)}, context);
      vm.runInContext(${JSON.stringify(`const { Luit, verifyWebhook } = sdk; ${program()} done`)}, context)
        .then((text) => console.log(text));`;
    await expectUse(() => runNode('edge.cjs', runner));
  }, 120_000);

  it('what is published is complete and has nothing of this machine', async () => {
    expect(manifest).toMatchObject({
      ...{ name: '@luit/sdk', license: expect.any(String) as string, sideEffects: false },
      publishConfig: { access: 'public' },
    });
    expect(manifest).not.toHaveProperty('private');
    const installed = path.join(folder, 'node_modules/@luit/sdk');
    const files = await readdir(installed, { recursive: true });
    expect(files).toEqual(expect.arrayContaining(['README.md', 'dist/index.mjs', 'dist/index.js', 'dist/index.d.mts']));
    expect(files.filter((file) => /spec|testing|tsbuildinfo|\.map$/.test(file))).toEqual([]);
    for (const file of files.filter((name) => path.extname(name) !== '')) {
      const text = await readFile(path.join(installed, file), 'utf8');
      expect([file, text.includes(ROOT), /\]\(\.\.?\//.test(text)]).toEqual([file, false, false]);
    }
  });
});
