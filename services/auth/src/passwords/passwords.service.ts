import { addressPrefix, networkPrefix } from '@luit/platform/security/address-prefix';
import { Inject, Injectable, Optional } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { Lane } from './fair-queue';
import { HashingQueue } from './hashing-queue';

/** OWASP's least for argon2id, the library's default algorithm: 19 MiB, two passes, one lane. */
const ARGON2 = { memoryCost: 19 * 1_024, timeCost: 2, parallelism: 1 };
/** A storm of sign-ins leaves half of the machine to everybody else. */
const MAX_RUNNING = Math.max(1, Math.floor(availableParallelism() / 2));
/** New passwords are hashed beside the checks and never before them. */
const MAX_RUNNING_NEW = 1;
/** A few seconds of work and rest on one busy core. No client holds more than half of it, no network more than three quarters. */
const WAITING = { total: 100, perNetwork: 75, perHost: 50 };
/** p99 of other routes in a storm over calm, on two cores: 2.9 without a rest, 2.1 with 1, 1.1 with 3. */
const REST_RATIO = 3;
/** Work that no client asked for. */
const INTERNAL: Lane = { host: 'internal', network: 'internal' };

export interface PasswordHasher {
  hash(password: string): Promise<string>;
  verify(passwordHash: string, password: string): Promise<boolean>;
}

/** Token of a hasher in place of argon2id. */
const HASHER = Symbol('password hasher');

const argon2id: PasswordHasher = {
  hash: (password) => hash(Buffer.from(password), ARGON2),
  verify: (passwordHash, password) => verify(passwordHash, Buffer.from(password)),
};

/** The lane of a client: its address, in its network. */
export function laneOf(ip: string): Lane {
  return { host: addressPrefix(ip), network: networkPrefix(ip) };
}

/**
 * Hashes and checks passwords. Checks (sign-in) and new hashes (sign-up, reset, change) have a queue and slots each, so that
 * a flood of sign-ups keeps nobody from signing in.
 */
@Injectable()
export class PasswordsService {
  private readonly checks = new HashingQueue(MAX_RUNNING, WAITING, REST_RATIO);
  private readonly newHashes = new HashingQueue(MAX_RUNNING_NEW, WAITING, REST_RATIO);
  private readonly nobodysHash: Promise<string>;

  constructor(@Optional() @Inject(HASHER) private readonly hasher: PasswordHasher = argon2id) {
    this.nobodysHash = this.hasher.hash(randomBytes(32).toString('base64'));
  }

  /** @throws LuitError `unavailable` when too many are waiting, `too_many_attempts` when too many of the lane are */
  hash(password: string, lane = INTERNAL): Promise<string> {
    return this.newHashes.run(lane, () => this.hasher.hash(password));
  }

  /** @throws LuitError `unavailable` when too many are waiting, `too_many_attempts` when too many of the lane are */
  verify(passwordHash: string, password: string, lane = INTERNAL): Promise<boolean> {
    return this.checks.run(lane, () => this.hasher.verify(passwordHash, password));
  }

  /** Takes as long as `verify` and is always wrong, for accounts that do not exist. */
  async verifyNobody(password: string, lane = INTERNAL): Promise<false> {
    await this.verify(await this.nobodysHash, password, lane);
    return false;
  }
}
