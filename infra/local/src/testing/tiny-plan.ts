import type { StackAddresses } from '../running-stack';
import type { ProcessDefinition } from '../process-definition';
import { isHttpReady } from '../readiness';
import { chooseStackPorts } from '../stack-ports';
import type { Planner } from '../stack';

/** Answers HTTP; started as root of a process group, it leaves a grandchild behind unless its group is ended. */
const SERVER = `
  const { spawn } = require('node:child_process');
  const grandchild = spawn('sleep', ['600'], { stdio: 'ignore' });
  console.log('grandchild ' + grandchild.pid);
  require('node:http').createServer((request, response) => response.end('ok')).listen(process.env.PORT, '127.0.0.1');
  process.on('SIGTERM', () => {
    if (process.env.STUBBORN !== 'yes') process.exit(0);
    console.log('not yet');
  });
`;

function server(name: string, port: number, env: Record<string, string> = {}): ProcessDefinition {
  return {
    name,
    command: process.execPath,
    args: ['-e', SERVER],
    env: { PATH: process.env.PATH, PORT: String(port), ...env },
    isReady: () => isHttpReady(`http://127.0.0.1:${port}/`),
    stopSignal: 'SIGTERM',
    metrics: null,
  };
}

/**
 * A stack of two small servers, `base` and `front`, that needs no build: for tests of the supervisor itself.
 * @param askedPort the port that `front` must get; a free one when left out
 * @param stubborn `front` does not end when asked
 * @param broken `front` ends at once, whenever it starts
 */
export function tinyPlan({
  askedPort,
  stubborn,
  broken,
}: { askedPort?: number; stubborn?: boolean; broken?: boolean } = {}): Planner {
  return async () => {
    const ports = await chooseStackPorts(askedPort ? { gateway: askedPort } : 'free', []);
    const web = `http://127.0.0.1:${ports.gateway}`;
    const addresses: StackAddresses = {
      web,
      admin: `${web}/admin`,
      api: web,
      mailbox: web,
      sandbox: web,
      postgres: 'postgres://none',
      redis: 'redis://none',
      adminEmail: 'admin@luit.test',
      adminPassword: 'tiny',
    };
    const front = server('front', ports.gateway, { STUBBORN: stubborn ? 'yes' : 'no' });
    if (broken) front.args = ['-e', 'console.error("front is broken"); process.exit(3)'];
    return {
      addresses,
      stages: [
        { tasks: [], processes: [server('base', ports.sandbox)] },
        { tasks: [], processes: [front] },
      ],
    };
  };
}
