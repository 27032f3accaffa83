import { LRUCache } from 'lru-cache';
import { hash } from 'node:crypto';
import type { TokenType } from './token.strategy';

const MAX_TOKENS = 20_000;
/** At least this often a token is verified in full, which also has the keys reloaded when they are old; milliseconds. */
const MAX_AGE_MS = 30_000;

/** Makes the checks that every use of a verified token needs. Returns the token's holder. */
type Check = () => unknown;

/**
 * Tokens with recently verified signature and claims, by the hash of their header, so that polling does not cost a signature check per
 * request. A token is forgotten when it expires and whenever the keys are loaded.
 */
class VerifiedTokens {
  private readonly checks = new LRUCache<string, Check>({ max: MAX_TOKENS });

  find(tokenType: TokenType, authorization: string): Check | undefined {
    return this.checks.get(keyOf(tokenType, authorization));
  }

  /** @param expiresAt Unix seconds */
  add(tokenType: TokenType, authorization: string, expiresAt: number, check: Check): void {
    const ttl = Math.min(expiresAt * 1_000 - Date.now(), MAX_AGE_MS);
    if (ttl > 0) this.checks.set(keyOf(tokenType, authorization), check, { ttl });
  }

  clear(): void {
    this.checks.clear();
  }
}

function keyOf(tokenType: TokenType, authorization: string): string {
  return hash('sha256', `${tokenType}\n${authorization}`, 'base64');
}

/** One for the process, like the strategies that passport holds. */
export const verifiedTokens = new VerifiedTokens();
