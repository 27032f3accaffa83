import { once } from 'node:events';
import { PortLeases } from '../port-leases';
import { chooseStackPorts } from '../stack-ports';

/** Chooses the ports of a stack on command, prints them, and holds them until its input ends. */
async function main(): Promise<void> {
  const end = once(process.stdin, 'end');
  console.log('ready');
  await once(process.stdin, 'data');
  const ports = await chooseStackPorts(new PortLeases(), {}, ['auth', 'billing'], ['gateway-2']);
  console.log(JSON.stringify(ports));
  process.stdin.resume();
  await end;
}

void main();
