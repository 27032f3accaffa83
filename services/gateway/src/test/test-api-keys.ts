import { API_KEY_SCOPES, NEWEST_API_VERSION } from '@luit/contracts/auth/api-key-limits';
import type { ApiKey, ApiKeyGrant } from '@luit/contracts/auth/api-keys';
import { authCalls } from '@luit/contracts/auth/messages';
import { hashOfApiKey, newApiKey } from '@luit/contracts/auth/api-key-format';
import { uuidv7 } from 'uuidv7';
import type { TestServices } from './test-services';

/** A key and what auth says about it; by default without restrictions. */
export function testApiKey(userId: string, changes: Partial<ApiKeyGrant> = {}): { key: string; grant: ApiKeyGrant } {
  const grant: ApiKeyGrant = {
    id: uuidv7(),
    userId,
    mode: 'live',
    scopes: [...API_KEY_SCOPES],
    models: null,
    networks: null,
    expiresAt: null,
    apiVersion: NEWEST_API_VERSION,
    ...changes,
  };
  return { key: newApiKey(grant.mode), grant };
}

/** A key as auth lists it for its owner and for operators. */
export function listedApiKey(changes: Partial<ApiKey> = {}): ApiKey {
  return {
    id: uuidv7(),
    name: 'CI',
    mode: 'live',
    prefix: 'luit_live_',
    last4: 'abcd',
    scopes: ['videos:write'],
    models: null,
    networks: null,
    expiresAt: null,
    lastUsedAt: null,
    previousSecretExpiresAt: null,
    createdAt: '2026-11-26T10:00:00.000Z',
    ...changes,
  };
}

/** Keys as the fake auth knows them, and how often it was asked. */
export class TestApiKeys {
  lookups = 0;
  private readonly grants = new Map<string, ApiKeyGrant>();

  constructor(services: TestServices) {
    services.answer(authCalls.findApiKey, ({ keyHash }) => {
      this.lookups += 1;
      return { grant: this.grants.get(keyHash) ?? null };
    });
  }

  /** Returns the key and its headers. */
  add(userId: string, changes: Partial<ApiKeyGrant> = {}) {
    const { key, grant } = testApiKey(userId, changes);
    this.grants.set(hashOfApiKey(key), grant);
    return { key, id: grant.id, headers: { authorization: `Bearer ${key}` } };
  }

  revoke(key: string): void {
    this.grants.delete(hashOfApiKey(key));
  }
}
