import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

interface ComposeService {
  read_only?: boolean;
  cap_drop?: string[];
  cap_add?: string[];
  privileged?: boolean;
  security_opt?: string[];
  user?: string;
  mem_limit?: string;
  cpus?: number;
  pids_limit?: number;
  ports?: string[];
  tmpfs?: string[];
  volumes?: string[];
}

/** Images that start as root, take ownership of their volume, and drop to their own user. */
const DROP_ROOT = ['postgres', 'redis', 'recover'];

const root = path.resolve(__dirname, '..', '..', '..', '..');
const servicesOf = (file: string) =>
  (parse(readFileSync(path.join(root, file), 'utf8'), { merge: true }) as { services: Record<string, ComposeService> })
    .services;
const { pgbouncer } = servicesOf('infra/deploy/docker/pgbouncer.yml');
const { caddy, backups, recover } = servicesOf('infra/deploy/docker/production.yml');
const added = Object.entries({ pgbouncer, caddy, backups, recover }).filter(([, service]) => service !== undefined);
const containers = {
  ...servicesOf('docker-compose.yml'),
  ...(Object.fromEntries(added) as Record<string, ComposeService>),
};
/** It terminates TLS for the internet. */
const PUBLIC = 'caddy';

describe.each(Object.entries(containers))('the container %s', (name, service) => {
  it('can write only to its volumes and temporary folders', () => {
    expect(service.read_only).toBe(true);
    const isTemporary = [...(service.tmpfs ?? []), ...(service.volumes ?? [])].some((mount) =>
      /^\/tmp(:|$)/.test(mount),
    );
    expect(isTemporary).toBe(true);
  });

  it('runs as a non-root user without capabilities and cannot gain privileges', () => {
    expect(service).toMatchObject({ cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
    expect(service.privileged).toBeUndefined();
    if (DROP_ROOT.includes(name)) {
      expect(service.cap_add).toEqual(['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'SETGID', 'SETUID']);
    } else {
      expect(service.user).toMatch(/^[1-9]\d*:\d+$/);
      expect(service.cap_add).toBeUndefined();
    }
  });

  it('has limits for memory, CPU and processes', () => {
    expect(service.mem_limit).toMatch(/^\d+[mg]$/);
    expect(service.cpus).toBeGreaterThan(0);
    expect(service.pids_limit).toBeGreaterThan(0);
  });

  it('publishes ports only on the loopback address, except Caddy', () => {
    const isPublished = (service.ports ?? []).some((port) => !port.startsWith('127.0.0.1:'));
    expect(isPublished).toBe(name === PUBLIC);
  });
});
