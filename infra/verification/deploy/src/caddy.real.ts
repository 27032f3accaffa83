import { freePort } from '@luit/local/port-leases';
import { CADDY, findOrInstall } from '@luit/local/system-programs';
import { startThrowawayStack, type ThrowawayStack } from '@luit/local/throwaway-stack';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const ROOT = path.resolve(__dirname, '..', '..', '..', '..');
const CADDYFILE = path.join(ROOT, 'infra/deploy/caddy/Caddyfile');

describe('Caddy in front of the stack', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'luit-caddy-'));
  const file = path.join(folder, 'Caddyfile');
  const certificate = path.join(folder, 'caddy/pki/authorities/local/root.crt');
  const program = findOrInstall(CADDY, console.log);
  let stack: ThrowawayStack;
  let caddy: ChildProcess;
  let env: NodeJS.ProcessEnv;
  let url: string;

  beforeAll(async () => {
    stack = await startThrowawayStack();
    const [http, https] = [await freePort(), await freePort()];
    const { host } = new URL(stack.running.stack.api);
    url = `https://localhost:${https}`;
    env = {
      ...process.env,
      SITE_ADDRESSES: url,
      ADMIN_EMAIL: 'owner@luit.example',
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
    };
    const text = readFileSync(CADDYFILE, 'utf8')
      .replace('http_port 8080', `http_port ${http}\n\tskip_install_trust`)
      .replace('https_port 8443', `https_port ${https}`)
      .replace('gateway:8080', host);
    writeFileSync(file, text);
    caddy = spawn(program, ['run', '--config', file, '--adapter', 'caddyfile'], { env, stdio: 'inherit' });
    while (!existsSync(certificate)) await sleep(50);
  }, 600_000);

  afterAll(async () => {
    caddy.kill();
    await once(caddy, 'exit');
    await stack.close();
    rmSync(folder, { recursive: true });
  }, 600_000);

  it('accepts the configuration', () => {
    const published = { ...env, SITE_ADDRESSES: 'luit.example, files.luit.example' };
    execFileSync(program, ['validate', '--config', CADDYFILE, '--adapter', 'caddyfile'], { env: published });
  });

  it('customers buy, upload, generate and are notified over their socket through TLS', () => {
    const { mailbox, sandbox } = stack.running.stack;
    const smoke = path.join(ROOT, 'infra/verification/smoke/dist/main.js');
    const addresses = ['--api', url, '--mailbox', mailbox, '--sandbox', sandbox];
    const output = execFileSync(process.execPath, [smoke, ...addresses], {
      encoding: 'utf8',
      env: { ...process.env, NODE_EXTRA_CA_CERTS: certificate },
    });
    expect(output).toContain('The smoke test passed');
  }, 600_000);
});
