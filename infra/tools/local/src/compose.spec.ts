import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'yaml';

interface ComposeService {
  networks?: string[];
  environment?: Record<string, string>;
  command?: string[];
  profiles?: string[];
}

interface ComposeFile {
  services: Record<string, ComposeService>;
  networks: Record<string, { internal?: boolean; ipam?: { config: { subnet: string }[] } } | null>;
}

const root = path.resolve(__dirname, '..', '..', '..', '..');
const read = (name: string) => parse(readFileSync(path.join(root, name), 'utf8'), { merge: true }) as ComposeFile;
const { services, networks } = read('docker-compose.yml');
const networksOf = (name: string) => services[name]?.networks ?? ['default'];
const neighborsOf = (name: string) =>
  Object.keys(services)
    .filter((other) => other !== name && networksOf(other).some((network) => networksOf(name).includes(network)))
    .sort();

describe('infra/deploy/redis/start.sh', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'luit-start-redis-'));
  writeFileSync(path.join(folder, 'docker-entrypoint.sh'), '#!/bin/sh\necho "$@"\n', { mode: 0o755 });
  afterAll(() => rmSync(folder, { recursive: true }));
  const names = Object.keys(services.redis?.environment ?? {}).filter((name) => name.startsWith('REDIS_PASSWORD_'));
  const passwords = Object.fromEntries(names.map((name) => [name, `password-${name}`]));
  const start = (env: Record<string, string>) =>
    spawnSync('sh', ['infra/deploy/redis/start.sh', 'infra/deploy/redis/users.acl', '--appendonly', 'yes'], {
      cwd: root,
      env: { PATH: `${folder}:${process.env.PATH}`, DATA_DIR: folder, ...env },
      encoding: 'utf8',
    });

  it('replaces each password placeholder in the ACL rules with its hash and starts Redis', () => {
    expect(start(passwords)).toMatchObject({
      status: 0,
      stdout: `redis-server --aclfile ${folder}/users.acl --appendonly yes\n`,
    });
    const rules = readFileSync(path.join(folder, 'users.acl'), 'utf8');
    expect(rules).not.toContain('REDIS_PASSWORD');
    expect(names).toHaveLength(6);
    for (const password of Object.values(passwords))
      expect(rules).toContain(` #${createHash('sha256').update(password).digest('hex')} `);
  });

  it('rejects a missing password, and a placeholder password outside local mode', () => {
    const { REDIS_PASSWORD_AUTH: _, ...others } = passwords;
    expect(start(others)).toMatchObject({ status: 1, stderr: 'REDIS_PASSWORD_AUTH is not set\n' });
    const placeholder = { ...passwords, REDIS_PASSWORD_AUTH: 'change-me-redis-auth' };
    expect(start(placeholder).status).toBe(1);
    expect(start({ ...placeholder, LUIT_MODE: 'local' }).status).toBe(0);
  });
});

describe('infra/deploy/prometheus/alertmanager.sh', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'luit-alertmanager-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const configure = (SMTP_URL: string, ADMIN_EMAIL = 'owner@example.com') => {
    const variables = { ADMIN_EMAIL, SMTP_URL, MAIL_FROM: 'Luit <hello@luit.test>', DATA_DIR: folder };
    const env = { PATH: process.env.PATH, ALERTMANAGER: 'true', ...variables };
    return spawnSync('sh', ['infra/deploy/prometheus/alertmanager.sh'], { cwd: root, env, encoding: 'utf8' });
  };

  it('mails through the server of SMTP_URL, with its credentials', () => {
    expect(configure("smtps://a%40b:p%3As's@mail.example.com")).toMatchObject({ status: 0, stderr: '' });
    expect(parse(readFileSync(path.join(folder, 'alertmanager.yml'), 'utf8'))).toMatchObject({
      global: { smtp_smarthost: 'mail.example.com:465', smtp_auth_username: 'a@b', smtp_auth_password: "p:s's" },
      receivers: [
        { name: 'nobody' },
        { name: 'operators', email_configs: [{ to: 'owner@example.com', send_resolved: true }] },
      ],
    });
  });

  it('needs no credentials, but an address of an operator', () => {
    expect(configure('smtp://sandbox:1025').status).toBe(0);
    expect(parse(readFileSync(path.join(folder, 'alertmanager.yml'), 'utf8'))).toMatchObject({
      global: { smtp_smarthost: 'sandbox:1025', smtp_require_tls: false },
    });
    expect(configure('smtp://sandbox:1025', '')).toMatchObject({ status: 1, stderr: 'ADMIN_EMAIL is not set\n' });
  });
});

describe('docker-compose.yml', () => {
  it('the worker shares networks only with Redis, the sandbox and Prometheus', () => {
    expect(neighborsOf('worker')).toEqual(['prometheus', 'redis', 'sandbox']);
  });

  it('Postgres shares networks only with the services that own a schema and with manual tools', () => {
    expect(neighborsOf('postgres')).toEqual([
      'auth',
      'backup',
      'billing',
      'doctor',
      'generation',
      'migrate',
      'restore',
    ]);
  });

  it('data networks are internal, and every service names its networks', () => {
    for (const name of ['postgres', 'services', 'worker']) expect(networks[name]).toEqual({ internal: true });
    expect(Object.keys(services).filter((name) => networksOf(name).includes('default'))).toEqual([]);
  });

  it.each(['gateway', 'auth', 'billing', 'generation', 'worker'])('%s connects to Redis with its own user', (name) => {
    const variable = `REDIS_PASSWORD_${name.toUpperCase()}`;
    const password = `\${${variable}:-change-me-redis-${name}}`;
    expect(services[name]?.environment?.REDIS_URL).toBe(`redis://${name}:${password}@redis:6379`);
    expect(services.redis?.environment?.[variable]).toBe(password);
  });
});

describe('infra/deploy/docker/pgbouncer.yml', () => {
  const pooled = read('infra/deploy/docker/pgbouncer.yml').services;

  it.each(['auth', 'billing', 'generation'])('%s connects to PgBouncer as it does to Postgres', (name) => {
    expect(pooled[name]?.environment).toEqual({
      DATABASE_URL: services[name]?.environment?.DATABASE_URL?.replace('postgres:5432', 'pgbouncer:6432'),
    });
  });

  it('PgBouncer shares a network with Postgres and its clients only, and knows their passwords', () => {
    expect(pooled.pgbouncer?.networks).toEqual(['postgres']);
    const passwords = Object.entries(services.migrate?.environment ?? {}).filter(([name]) => name.startsWith('DB_'));
    expect(pooled.pgbouncer?.environment).toMatchObject(Object.fromEntries(passwords));
  });
});

it('infra/deploy/docker/vendors.yml replaces every address of the sandbox except its mail server', () => {
  const vendors = read('infra/deploy/docker/vendors.yml').services;
  const left = Object.entries(services)
    .filter(([name]) => name !== 'sandbox')
    .flatMap(([name, { environment = {} }]) =>
      Object.entries({ ...environment, ...vendors[name]?.environment })
        .filter(([variable, value]) => /sandbox:|SANDBOX_PORT|gateway:8080/.test(value) && variable !== 'SMTP_URL')
        .map(([variable]) => `${name} ${variable}`),
    );
  expect(left).toEqual([]);
});

describe('infra/deploy/docker/production.yml', () => {
  const production = read('infra/deploy/docker/production.yml');

  it('every process that reads LUIT_MODE runs in production mode', () => {
    const reading = Object.keys(services).filter((name) => services[name]?.environment?.LUIT_MODE !== undefined);
    expect(reading).toContain('gateway');
    for (const name of reading) expect(production.services[name]?.environment?.LUIT_MODE).toBe('production');
  });

  it('the sandbox does not start', () => {
    expect(production.services.sandbox).toEqual({ profiles: ['sandbox'] });
  });

  it('the gateway trusts forwarded addresses only of the network that it shares with Caddy alone', () => {
    const members = Object.keys(production.services).filter((name) =>
      production.services[name]?.networks?.includes('edge'),
    );
    expect(members.sort()).toEqual(['caddy', 'gateway']);
    expect(production.networks.edge?.ipam?.config).toEqual([
      { subnet: production.services.gateway?.environment?.TRUST_PROXY },
    ]);
  });
});
