import type { StackAddresses } from '../running-stack';
import type { ProcessDefinition } from '../process-definition';
import { isHttpReady } from '../readiness';
import { chooseStackPorts } from '../stack-ports';
import type { Planner } from '../stack';

/** An HTTP server with a child process that survives unless its process group is ended. */
const SERVER = `
  const { spawn } = require('node:child_process');
  const grandchild = spawn('sleep', ['600'], { stdio: 'ignore' });
  console.log('grandchild ' + grandchild.pid);
  require('node:http').createServer((request, response) =>
    response.setHeader('luit-process-id', process.pid).end('ok')).listen(process.env.PORT, '127.0.0.1');
  process.on('SIGTERM', () => {
    if (process.env.STUBBORN !== 'yes') process.exit(0);
    console.log('ignoring SIGTERM');
  });
`;

function server(name: string, port: number, env: Record<string, string> = {}): ProcessDefinition {
  return {
    name,
    command: process.execPath,
    args: ['-e', SERVER],
    env: { PATH: process.env.PATH, PORT: String(port), ...env },
    isReady: (pid) => isHttpReady(`http://127.0.0.1:${port}/`, pid),
    stopSignal: 'SIGTERM',
    metrics: null,
  };
}

/**
 * A stack of two small servers, `base` and `front`, for tests of the supervisor. It needs no build.
 * @param requestedPort the port of `front`; a free one by default
 * @param stubborn `front` ignores SIGTERM
 * @param broken `front` exits immediately after each start
 */
export function tinyPlan({
  requestedPort,
  stubborn,
  broken,
}: { requestedPort?: number; stubborn?: boolean; broken?: boolean } = {}): Planner {
  return async (_directory, _log, leases) => {
    const ports = await chooseStackPorts(leases, requestedPort ? { gateway: requestedPort } : 'free', []);
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
