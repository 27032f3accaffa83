import { createServer } from 'node:net';
import { once } from 'node:events';
import { freePort, LOWEST_PORT } from './free-port';
import { chooseStackPorts } from './stack-ports';

describe('chooseStackPorts', () => {
  it('all ports differ', async () => {
    const { health, gateways, ...ports } = await chooseStackPorts('free', ['auth', 'billing'], ['gateway-2']);
    const all = [...Object.values(ports), ...Object.values(health), ...Object.values(gateways)];
    expect(all).toHaveLength(9);
    expect(new Set(all).size).toBe(9);
  });

  it('a busy default is replaced by a free port', async () => {
    const { gateway } = await chooseStackPorts({}, []);
    const other = createServer().listen(gateway, '127.0.0.1');
    await once(other, 'listening');
    const ports = await chooseStackPorts({}, []);
    other.close();
    expect(ports.gateway).toBeGreaterThan(gateway);
  });

  it('requesting the same port twice is rejected', async () => {
    const port = await freePort();
    await expect(chooseStackPorts({ gateway: port, sandbox: port }, [])).rejects.toThrow('LUIT_SANDBOX_PORT');
  });
});

it('`fetch` connects to each port that freePort may choose', async () => {
  const causeAt = (port: number) => fetch(`http://127.0.0.1:${port}`).then(String, ({ cause }: Error) => String(cause));
  expect(await causeAt(10_080)).toMatch('bad port');
  expect(await causeAt(LOWEST_PORT)).not.toMatch('bad port');
});
