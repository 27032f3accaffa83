import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ProcessDefinition } from './process-definition';
import { isRedisReady } from './readiness';
import type { Secrets } from './secrets';

const RULES = path.resolve(__dirname, '..', '..', '..', 'deploy', 'redis', 'users.acl');

const passwords = {
  gateway: 'gatewayRedisPassword',
  auth: 'authRedisPassword',
  billing: 'billingRedisPassword',
  generation: 'generationRedisPassword',
  worker: 'workerRedisPassword',
  operations: 'operationsRedisPassword',
} as const satisfies Record<string, keyof Secrets>;

export type RedisUser = keyof typeof passwords;

/** The URL of a Redis user; `port` may be that of a proxy in front of Redis. */
export function redisUrl(user: RedisUser, secrets: Secrets, port: number): string {
  return `redis://${user}:${secrets[passwords[user]]}@127.0.0.1:${port}`;
}

/** The Redis of a stack. Its users have the ACL rules of every installation and this stack's passwords. */
export function redisProcess(
  command: string,
  folder: string,
  port: number,
  secrets: Secrets,
  env: NodeJS.ProcessEnv,
): ProcessDefinition {
  const users = path.join(folder, 'users.acl');
  const settings = {
    port,
    bind: '127.0.0.1',
    dir: folder,
    aclfile: users,
    appendonly: 'yes',
    save: '',
    'maxmemory-policy': 'noeviction',
  };
  return {
    name: 'redis',
    command,
    args: Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]),
    env,
    beforeStart: () => Promise.resolve(writeUsers(users, secrets)),
    isReady: (pid) => isRedisReady(redisUrl('operations', secrets, port), pid),
    stopSignal: 'SIGTERM',
    metrics: null,
  };
}

/** Writes infra/deploy/redis/users.acl with each placeholder replaced by the hash of its password. */
function writeUsers(file: string, secrets: Secrets): void {
  const hashes = Object.entries(passwords).map(([user, name]) => [
    `#REDIS_PASSWORD_${user.toUpperCase()}`,
    `#${createHash('sha256').update(secrets[name]).digest('hex')}`,
  ]);
  const rules = hashes.reduce((text, [name = '', hash = '']) => text.replace(name, hash), readFileSync(RULES, 'utf8'));
  writeFileSync(file, rules, { mode: 0o600 });
}
