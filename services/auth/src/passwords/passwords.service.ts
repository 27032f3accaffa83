import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { HashingQueue } from './hashing-queue';

/** OWASP's least for argon2id, the library's default algorithm: 19 MiB, two passes, one lane. */
const ARGON2 = { memoryCost: 19 * 1_024, timeCost: 2, parallelism: 1 };
/** A storm of sign-ins leaves half of the machine to everybody else. */
const MAX_RUNNING = Math.max(1, Math.floor(availableParallelism() / 2));
/** A few seconds of work and rest on one busy core. */
const MAX_WAITING = 100;
/** p99 of other routes in a storm over calm, on two cores: 2.9 without a rest, 2.1 with 1, 1.1 with 3. */
const REST_RATIO = 3;

@Injectable()
export class PasswordsService {
  private readonly queue = new HashingQueue(MAX_RUNNING, MAX_WAITING, REST_RATIO);
  private readonly nobodysHash = hash(randomBytes(32), ARGON2);

  /** @throws LuitError `unavailable` when too many are waiting */
  hash(password: string): Promise<string> {
    return this.queue.run(() => hash(Buffer.from(password), ARGON2));
  }

  /** @throws LuitError `unavailable` when too many are waiting */
  verify(passwordHash: string, password: string): Promise<boolean> {
    return this.queue.run(() => verify(passwordHash, Buffer.from(password)));
  }

  /** Takes as long as `verify` and is always wrong, for accounts that do not exist. */
  async verifyNobody(password: string): Promise<false> {
    await this.verify(await this.nobodysHash, password);
    return false;
  }
}
