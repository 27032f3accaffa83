import type { Device } from '@luit/contracts/auth/sessions';

const MAX_IP_CHARACTERS = 64;
const MAX_USER_AGENT_CHARACTERS = 500;

/** Truncates untrusted headers and removes NUL, which Postgres text cannot contain. */
export function sanitizeDevice(device: Pick<Device, 'ip' | 'userAgent'>): { ip: string; userAgent: string } {
  return {
    ip: clean(device.ip, MAX_IP_CHARACTERS),
    userAgent: clean(device.userAgent, MAX_USER_AGENT_CHARACTERS),
  };
}

function clean(text: string, maxCharacters: number): string {
  return text.replaceAll('\0', '').slice(0, maxCharacters);
}
