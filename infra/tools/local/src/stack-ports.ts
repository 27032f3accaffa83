import type { PortLeases } from './port-leases';
import { UserError } from './user-error';

/** The variable that sets each port, and its default. */
const settings = {
  gateway: { variable: 'LUIT_PORT', default: 8080 },
  sandbox: { variable: 'LUIT_SANDBOX_PORT', default: 8090 },
  mailbox: { variable: 'LUIT_MAILBOX_PORT', default: 1080 },
  smtp: { variable: 'LUIT_SMTP_PORT', default: 1025 },
  postgres: { variable: 'LUIT_POSTGRES_PORT', default: 55_432 },
  redis: { variable: 'LUIT_REDIS_PORT', default: 56_379 },
};

/** Health and metrics endpoints have no fixed port; stack.json lists them. */
const FIRST_HEALTH_PORT = 9_401;

export type PublicPort = keyof typeof settings;
export type StackPorts = Record<PublicPort, number> & {
  health: Record<string, number>;
  /** Ports of the gateways besides the first one, by process name. */
  gateways: Record<string, number>;
};
export const portVariables = Object.fromEntries(
  Object.entries(settings).map(([name, { variable }]) => [name, variable]),
) as Record<PublicPort, string>;

/**
 * Leases all ports of a stack. A requested port must be free; a busy default is replaced by the next free port.
 * @param leases hold the ports until the stack has stopped
 * @param requested the ports set by the user, or 'free' for random free ports
 * @param withHealth names of the processes with health and metrics endpoints
 * @param gateways names of the gateways beside the first one
 * @throws UserError when a requested port is busy
 */
export async function chooseStackPorts(
  leases: PortLeases,
  requested: Partial<Record<PublicPort, number>> | 'free',
  withHealth: string[],
  gateways: string[] = [],
): Promise<StackPorts> {
  const next = (preferred: number) => (requested === 'free' ? leases.acquireRandom() : leases.acquireFrom(preferred));

  const ports = { health: {}, gateways: {} } as StackPorts;
  for (const [name, { variable, default: preferred }] of Object.entries(settings) as [
    PublicPort,
    (typeof settings)['redis'],
  ][]) {
    const wanted = requested === 'free' ? undefined : requested[name];
    if (wanted === undefined) ports[name] = await next(preferred);
    else if (await leases.acquire(wanted)) ports[name] = wanted;
    else throw new UserError(`Port ${wanted} (${variable}) is already in use. Choose another one, or omit it.`);
  }
  for (const name of withHealth) ports.health[name] = await next(FIRST_HEALTH_PORT);
  for (const name of gateways) ports.gateways[name] = await next(settings.gateway.default);
  return ports;
}
