import { hashOfApiKey, isRunnerToken } from '@luit/contracts/auth/api-key-format';
import { LuitError } from '@luit/contracts/errors';
import { generationCalls, generationPushes } from '@luit/contracts/generation/messages';
import type { RunnerGrant } from '@luit/contracts/generation/runners';
import { CallClient } from '@luit/platform/calls/call-client';
import { recordSecurityEvent } from '@luit/platform/metrics/security-events';
import { OnPush } from '@luit/platform/pushes/on-push';
import { addressPrefix } from '@luit/platform/security/address-prefix';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { TokenBuckets } from '../memory/token-buckets';

const MINUTE_MS = 60_000;
/** A revoked token gets nothing meanwhile: generation checks it with each call about a job. */
const KNOWN_FOR_MS = MINUTE_MS;
const MAX_KNOWN = 10_000;
/** Unknown tokens of one address that generation is asked about. */
const UNKNOWN_PER_MINUTE = 30;
/** Requests of all runners with one token: 256 of them with a heartbeat every 5 s, claims and parts. */
const REQUESTS_PER_MINUTE = 12_000;

/** Finds out which instance a token belongs to. */
@Injectable()
export class RunnerTokens {
  private readonly known = new LRUCache<string, RunnerGrant>({ max: MAX_KNOWN, ttl: KNOWN_FOR_MS });
  private readonly unknown = new TokenBuckets(UNKNOWN_PER_MINUTE, MINUTE_MS);
  private readonly requests = new TokenBuckets(REQUESTS_PER_MINUTE, MINUTE_MS);

  constructor(private readonly calls: CallClient) {}

  /** @throws LuitError `unauthorized`, `too_many_requests`, `unavailable` */
  async grantOf(token: string, ip: string): Promise<RunnerGrant> {
    if (!isRunnerToken(token)) throw refused(ip);
    const tokenHash = hashOfApiKey(token);
    const grant = this.known.get(tokenHash) ?? (await this.load(tokenHash, ip));
    if (!this.requests.take(grant.id)) throw tooMany();
    return grant;
  }

  @OnPush(generationPushes.runnerTokenRevoked)
  forget({ tokenId }: { tokenId: string }): void {
    for (const [hash, { id }] of this.known.entries()) if (id === tokenId) this.known.delete(hash);
  }

  private async load(tokenHash: string, ip: string): Promise<RunnerGrant> {
    const address = addressPrefix(ip);
    if (this.unknown.isEmpty(address)) throw tooMany();
    const { grant } = await this.calls.call(generationCalls.findRunnerToken, { tokenHash });
    if (!grant) {
      this.unknown.take(address);
      throw refused(ip);
    }
    this.known.set(tokenHash, grant);
    return grant;
  }
}

function refused(ip: string): LuitError {
  recordSecurityEvent('token_refused', { tokenType: 'runner', fault: 'unknown', ip });
  return new LuitError(
    'unauthorized',
    'This token is unknown or revoked. Operators create tokens on the page Providers.',
  );
}

function tooMany(): LuitError {
  return new LuitError('too_many_requests', 'Too many requests. Please wait.', { retryAfterSeconds: 5 });
}
