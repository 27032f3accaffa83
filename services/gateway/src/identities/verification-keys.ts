import { authBroadcasts, authCalls } from '@luit/contracts/auth/messages';
import type { VerificationKey } from '@luit/contracts/auth/tokens';
import { CallClient } from '@luit/platform/calls/call-client';
import { Broadcasts } from '@luit/platform/broadcasts/broadcasts';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { createPublicKey, type KeyObject } from 'node:crypto';

type Audience = VerificationKey['audience'];

/** Keys that nobody has are asked for at most this often, milliseconds: a made-up `kid` costs auth nothing. */
const ASK_AGAIN_AFTER_MS = 5_000;
/** Keys are asked for again after this long, milliseconds, for the notice of a withdrawn one may be lost. */
const MAX_AGE_MS = 60_000;

/** Public keys of access tokens by audience and key id, asked of auth and kept. */
@Injectable()
export class VerificationKeys implements OnModuleInit {
  private readonly log = new Logger(VerificationKeys.name);
  private keys = new Map<string, KeyObject>();
  private askedAt = -Infinity;
  private asking?: Promise<void>;

  constructor(
    private readonly calls: CallClient,
    private readonly broadcasts: Broadcasts,
  ) {}

  async onModuleInit(): Promise<void> {
    const refresh = () => void this.refresh().catch((error: Error) => this.warn(error));
    await this.broadcasts.subscribe(authBroadcasts.keysChanged, refresh);
    this.broadcasts.onReconnect(refresh);
  }

  /**
   * Undefined where no such key exists.
   *
   * @throws LuitError `unavailable` when auth does not answer and nothing is known yet
   */
  async find(audience: Audience, kid: string): Promise<KeyObject | undefined> {
    const name = `${audience}/${kid}`;
    const age = performance.now() - this.askedAt;
    if (this.keys.has(name)) {
      // What is known still serves while auth cannot be reached.
      if (age > MAX_AGE_MS) this.refresh().catch((error: Error) => this.warn(error));
      return this.keys.get(name);
    }
    if (age > ASK_AGAIN_AFTER_MS || this.asking) await this.refresh();
    return this.keys.get(name);
  }

  private refresh(): Promise<void> {
    this.asking ??= this.load().finally(() => {
      this.asking = undefined;
    });
    return this.asking;
  }

  private warn(error: Error): void {
    this.log.warn({ msg: 'Verification keys could not be asked for', reason: error.message });
  }

  private async load(): Promise<void> {
    const { keys } = await this.calls.call(authCalls.getVerificationKeys, {});
    this.keys = new Map(keys.map((key) => [`${key.audience}/${key.kid}`, createPublicKey(key.publicKeyPem)]));
    this.askedAt = performance.now();
  }
}
