import { freePort, freePortFrom, isPortFree } from './free-port';
import { UserError } from './user-error';

/** What listens, the variable that sets its port, and the port it gets when nothing is set. */
const settings = {
  gateway: { variable: 'LUIT_PORT', preferred: 8080 },
  sandbox: { variable: 'LUIT_SANDBOX_PORT', preferred: 8090 },
  mailbox: { variable: 'LUIT_MAILBOX_PORT', preferred: 1080 },
  smtp: { variable: 'LUIT_SMTP_PORT', preferred: 1025 },
  postgres: { variable: 'LUIT_POSTGRES_PORT', preferred: 55_432 },
  redis: { variable: 'LUIT_REDIS_PORT', preferred: 56_379 },
};

/** Health and metrics pages are found through stack.json, so that they need no port anyone knows by heart. */
const FIRST_HEALTH_PORT = 9_401;

export type PublicPort = keyof typeof settings;
export type StackPorts = Record<PublicPort, number> & { health: Record<string, number> };
export const portVariables = Object.fromEntries(
  Object.entries(settings).map(([name, { variable }]) => [name, variable]),
) as Record<PublicPort, string>;

/**
 * Chooses every port of a stack. A port that was asked for must be free; a default that is busy moves on to a free one.
 * @param asked the ports that were asked for, or 'free' for ports that nobody else is likely to use
 * @param withHealth names of the processes that serve health and metrics
 * @throws UserError when a port that was asked for is busy
 */
export async function chooseStackPorts(
  asked: Partial<Record<PublicPort, number>> | 'free',
  withHealth: string[],
): Promise<StackPorts> {
  const taken = new Set<number>();
  const take = (port: number) => {
    taken.add(port);
    return port;
  };
  const next = async (preferred: number) => {
    if (asked !== 'free') return take(await freePortFrom(preferred, taken));
    for (;;) {
      const port = await freePort();
      if (!taken.has(port)) return take(port);
    }
  };

  const ports = { health: {} } as StackPorts;
  for (const [name, { variable, preferred }] of Object.entries(settings) as [
    PublicPort,
    (typeof settings)['redis'],
  ][]) {
    const wanted = asked === 'free' ? undefined : asked[name];
    if (wanted === undefined) ports[name] = await next(preferred);
    else if (taken.has(wanted) || !(await isPortFree(wanted))) {
      throw new UserError(`Port ${wanted} (${variable}) is in use already. Choose another one, or leave it out.`);
    } else ports[name] = take(wanted);
  }
  for (const name of withHealth) ports.health[name] = await next(FIRST_HEALTH_PORT);
  return ports;
}
