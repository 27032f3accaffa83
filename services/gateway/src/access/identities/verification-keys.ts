import { authBroadcasts, authCalls } from '@luit/contracts/auth/messages';
import type { VerificationKey } from '@luit/contracts/auth/tokens';
import { CallClient } from '@luit/platform/calls/call-client';
import { Broadcasts } from '@luit/platform/broadcasts/broadcasts';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { createPublicKey, type KeyObject } from 'node:crypto';
import { verifiedTokens } from './verified-tokens';

type Audience = VerificationKey['audience'];

/** Unknown key ids trigger a reload at most this often, milliseconds, so that a made-up `kid` causes no load on auth. */
const RELOAD_PAUSE_MS = 5_000;
/** Keys are reloaded after this long, milliseconds, because the broadcast of a retired key may be lost. */
const MAX_AGE_MS = 60_000;

/** Public keys of access tokens by audience and key id, loaded from auth and cached. */
@Injectable()
export class VerificationKeys implements OnModuleInit {
  private readonly log = new Logger(VerificationKeys.name);
  private keys = new Map<string, KeyObject>();
  private loadedAt = -Infinity;
  private loading?: Promise<void>;

  constructor(
    private readonly calls: CallClient,
    private readonly broadcasts: Broadcasts,
  ) {}

  async onModuleInit(): Promise<void> {
    const refresh = () => void this.refresh().catch((error: Error) => this.warn(error));
    await this.broadcasts.subscribe(authBroadcasts.keysChanged, refresh);
    this.broadcasts.subscriber.onReconnect(refresh);
  }

  /**
   * Returns undefined if the key does not exist.
   *
   * @throws LuitError `unavailable` if auth does not answer and no keys are loaded
   */
  async find(audience: Audience, kid: string): Promise<KeyObject | undefined> {
    const name = `${audience}/${kid}`;
    const age = performance.now() - this.loadedAt;
    if (this.keys.has(name)) {
      // Cached keys stay valid while auth is unavailable.
      if (age > MAX_AGE_MS) this.refresh().catch((error: Error) => this.warn(error));
      return this.keys.get(name);
    }
    if (age > RELOAD_PAUSE_MS || this.loading) await this.refresh();
    return this.keys.get(name);
  }

  private refresh(): Promise<void> {
    this.loading ??= this.load().finally(() => {
      this.loading = undefined;
    });
    return this.loading;
  }

  private warn(error: Error): void {
    this.log.warn({ msg: 'Loading verification keys failed', reason: error.message });
  }

  private async load(): Promise<void> {
    const { keys } = await this.calls.call(authCalls.getVerificationKeys, {});
    this.keys = new Map(keys.map((key) => [`${key.audience}/${key.kid}`, createPublicKey(key.publicKeyPem)]));
    this.loadedAt = performance.now();
    verifiedTokens.clear();
  }
}
