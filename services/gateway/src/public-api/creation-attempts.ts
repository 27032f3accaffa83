import { unavailable } from '@luit/platform/errors/errors';
import { closeRedis, connectRedis } from '@luit/platform/redis/redis-connection';
import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { uuidv7 } from 'uuidv7';
import { CONFIG, type GatewayConfig } from '../config';

/** Clients wait up to ten minutes for an answer and then up to a minute before they retry. */
const WINDOW_MS = 15 * 60_000;
/** Redis counts as unavailable if a command takes longer, milliseconds. */
const COMMAND_TIMEOUT_MS = 2_000;

/** Equal requests of one API key in sequence; each may have been sent several times. */
export interface CreationAttempt {
  /** Redis key of the equal requests. */
  key: string;
  /** The id of the intent, which all of its attempts share. */
  intentId: string;
  retryCount: number;
}

/** `refused` until later, so that the client retries it. */
type Outcome = 'answered' | 'refused' | 'ended';

/**
 * A member of the sorted set is an intent: its id, the retry count of its last attempt, and the outcome of that attempt. A retry continues
 * an intent if it follows the intent's last attempt: first an intent that was refused, then one without an outcome, then the last one that
 * was answered.
 */
const BEGIN = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local count, id, window = tonumber(ARGV[1]), ARGV[2], tonumber(ARGV[3])
local RANKS = {refused = 2, open = 1, answered = 0}
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - window)
local best, bestRank
if count > 0 then
  for _, member in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
    local intent, last, outcome = string.match(member, '^(%S+) (%d+) (%a+)$')
    last = tonumber(last)
    if last < count then
      local rank = (last == count - 1 and 1000000 or 0) + RANKS[outcome] * 10000 + last
      if not best or rank >= bestRank then best, bestRank, id = member, rank, intent end
    end
  end
  if best then redis.call('ZREM', KEYS[1], best) end
end
redis.call('ZADD', KEYS[1], now, id .. ' ' .. count .. ' open')
redis.call('PEXPIRE', KEYS[1], window)
return id`;

/** Does nothing if a later attempt has begun. */
const SETTLE = `
local open = ARGV[1] .. ' open'
local at = redis.call('ZSCORE', KEYS[1], open)
if not at then return 0 end
redis.call('ZREM', KEYS[1], open)
if ARGV[2] ~= 'ended' then redis.call('ZADD', KEYS[1], at, ARGV[1] .. ' ' .. ARGV[2]) end
return 1`;

interface ScriptedRedis {
  beginAttempt(key: string, retryCount: number, newId: string, windowMs: number): Promise<string>;
  settleAttempt(key: string, attempt: string, outcome: Outcome): Promise<number>;
}

/**
 * Tells which requests of a client are attempts of one intent, for clients that count their retries but send no Idempotency-Key. Equal
 * requests are interchangeable, so it is enough that there are as many intents as first attempts. All gateways share the intents.
 */
@Injectable()
export class CreationAttempts implements OnApplicationShutdown {
  private readonly log = new Logger(CreationAttempts.name);
  private readonly redis: Redis & ScriptedRedis;

  constructor(@Inject(CONFIG) { common }: GatewayConfig) {
    const redis = connectRedis(common.redisUrl, `${common.instance}:attempts`, { commandTimeout: COMMAND_TIMEOUT_MS });
    redis.defineCommand('beginAttempt', { lua: BEGIN, numberOfKeys: 1 });
    redis.defineCommand('settleAttempt', { lua: SETTLE, numberOfKeys: 1 });
    this.redis = redis as Redis & ScriptedRedis;
  }

  async onApplicationShutdown(): Promise<void> {
    await closeRedis(this.redis);
  }

  /**
   * @param fingerprint equal for equal requests
   * @throws LuitError `unavailable` if Redis does not answer
   */
  async begin(keyId: string, fingerprint: string, retryCount: number): Promise<CreationAttempt> {
    const key = `luit:creation-attempts:${keyId}:${fingerprint}`;
    try {
      const intentId = await this.redis.beginAttempt(key, retryCount, uuidv7(), WINDOW_MS);
      return { key, intentId, retryCount };
    } catch (error) {
      this.log.warn({ msg: 'Recording an attempt failed', reason: (error as Error).message });
      throw unavailable();
    }
  }

  /** If this fails, the attempt counts as one without an outcome. */
  async settle({ key, intentId, retryCount }: CreationAttempt, outcome: Outcome): Promise<void> {
    try {
      await this.redis.settleAttempt(key, `${intentId} ${retryCount}`, outcome);
    } catch (error) {
      this.log.warn({ msg: 'Recording the outcome of an attempt failed', reason: (error as Error).message });
    }
  }
}
