import { addressPrefix, networkPrefix } from '@luit/platform/security/address-prefix';
import { Inject, Injectable, Optional } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { FairLimit } from '@luit/platform/scheduling/fair-limit';
import type { Lane } from '@luit/platform/scheduling/fair-queue';

/** OWASP's minimum for argon2id, the default algorithm of the library: 19 MiB, two passes, one lane. */
const ARGON2 = { memoryCost: 19 * 1_024, timeCost: 2, parallelism: 1 };
/** A flood of sign-ins leaves half of the cores to other work. */
const MAX_RUNNING = Math.max(1, Math.floor(availableParallelism() / 2));
/** New hashes have slots of their own, so that they never delay checks. */
const MAX_RUNNING_NEW = 1;
/** A few seconds of work on one busy core. One host gets at most half of the queue, one network three quarters. */
const WAITING = { total: 100, perNetwork: 75, perHost: 50 };
/** p99 of other routes during a flood compared to idle, on two cores: 2.9 with ratio 0, 2.1 with 1, 1.1 with 3. */
const COOLDOWN_RATIO = 3;
/** For hashes that no client requested. */
const INTERNAL: Lane = { host: 'internal', network: 'internal' };

export interface PasswordHasher {
  hash(password: string): Promise<string>;
  verify(passwordHash: string, password: string): Promise<boolean>;
}

/** Injection token for a hasher that replaces argon2id in tests. */
export const HASHER = Symbol('password hasher');

const argon2id: PasswordHasher = {
  hash: (password) => hash(Buffer.from(password), ARGON2),
  verify: (passwordHash, password) => verify(passwordHash, Buffer.from(password)),
};

/** The lane of a client address. */
export function laneOf(ip: string): Lane {
  return { host: addressPrefix(ip), network: networkPrefix(ip) };
}

/**
 * Hashes and verifies passwords. Checks (sign-in) and new hashes (sign-up, reset, change) have separate queues and slots, so
 * that a flood of sign-ups does not delay sign-ins.
 */
@Injectable()
export class PasswordsService {
  private readonly checks = new FairLimit(MAX_RUNNING, WAITING, COOLDOWN_RATIO);
  private readonly newHashes = new FairLimit(MAX_RUNNING_NEW, WAITING, COOLDOWN_RATIO);
  private readonly dummyHash: Promise<string>;

  constructor(@Optional() @Inject(HASHER) private readonly hasher: PasswordHasher = argon2id) {
    this.dummyHash = this.hasher.hash(randomBytes(32).toString('base64'));
  }

  /** @throws LuitError `unavailable` if the queue is full, `too_many_attempts` if this lane has too many items queued */
  hash(password: string, lane = INTERNAL): Promise<string> {
    return this.newHashes.run(lane, () => this.hasher.hash(password));
  }

  /** @throws LuitError `unavailable` if the queue is full, `too_many_attempts` if this lane has too many items queued */
  verify(passwordHash: string, password: string, lane = INTERNAL): Promise<boolean> {
    return this.checks.run(lane, () => this.hasher.verify(passwordHash, password));
  }

  /** For unknown accounts: takes as long as `verify` and always returns false. */
  async verifyDummy(password: string, lane = INTERNAL): Promise<false> {
    await this.verify(await this.dummyHash, password, lane);
    return false;
  }
}
