import { transpile } from '@luit/local/transpile';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import path from 'node:path';
import { freePort, LOWEST_PORT, PortLeases } from './port-leases';
import { chooseStackPorts, type StackPorts } from './stack-ports';

let leases: PortLeases;
beforeEach(() => (leases = new PortLeases()));
afterEach(() => leases.release());

const allOf = ({ health, gateways, ...ports }: StackPorts) => [
  ...Object.values(ports),
  ...Object.values(health),
  ...Object.values(gateways),
];

describe('chooseStackPorts', () => {
  it.each(['free' as const, {}])('all ports differ', async (requested) => {
    const all = allOf(await chooseStackPorts(leases, requested, ['auth', 'billing'], ['gateway-2']));
    expect(all).toHaveLength(9);
    expect(new Set(all).size).toBe(9);
  });

  it('a busy default is replaced by a free port', async () => {
    const { gateway } = await chooseStackPorts(leases, {}, []);
    leases.release();
    const other = createServer().listen(gateway, '127.0.0.1');
    await once(other, 'listening');
    const ports = await chooseStackPorts(leases, {}, []);
    other.close();
    expect(ports.gateway).toBeGreaterThan(gateway);
  });

  it('requesting the same port twice is rejected', async () => {
    const port = await freePort();
    await expect(chooseStackPorts(leases, { gateway: port, sandbox: port }, [])).rejects.toThrow('LUIT_SANDBOX_PORT');
  });

  it('a port is free again once its stack has released it', async () => {
    const first = await chooseStackPorts(leases, {}, ['auth']);
    leases.release();
    expect(await chooseStackPorts(leases, {}, ['auth'])).toEqual(first);
  });

  it('stacks that choose at the same time choose different ports', async () => {
    const STACKS = 8;
    expect(await transpile([path.resolve(__dirname, '..')])).toEqual([]);
    const chooser = path.resolve(__dirname, '..', 'dist', 'testing', 'port-chooser-main.js');
    const choosers = Array.from({ length: STACKS }, () => spawn(process.execPath, [chooser]));
    try {
      for (const { stdout } of choosers) await once(stdout, 'data');
      for (const { stdin } of choosers) stdin.write('choose\n');
      const chosen = await Promise.all(
        choosers.map(async ({ stdout }) => {
          const [line] = (await once(stdout, 'data')) as [Buffer];
          return allOf(JSON.parse(line.toString()) as StackPorts);
        }),
      );
      const all = chosen.flat();
      expect(all).toHaveLength(STACKS * 9);
      expect(new Set(all).size).toBe(all.length);
    } finally {
      for (const { stdin } of choosers) stdin.end();
    }
  }, 60_000);
});

it('`fetch` connects to each port that freePort may choose', async () => {
  const causeAt = (port: number) => fetch(`http://127.0.0.1:${port}`).then(String, ({ cause }: Error) => String(cause));
  expect(await causeAt(10_080)).toMatch('bad port');
  expect(await causeAt(LOWEST_PORT)).not.toMatch('bad port');
});
