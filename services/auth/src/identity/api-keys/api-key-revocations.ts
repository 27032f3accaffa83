import { authBroadcasts } from '@luit/contracts/auth/messages';
import { Broadcasts } from '@luit/platform/broadcasts/broadcasts';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

const REVOKE_SQL = `
  WITH revoked AS (
    UPDATE api_keys SET revoked_at = now() WHERE user_id = $1 AND ($2::uuid IS NULL OR id = $2) AND id <> ALL ($3::uuid[]) AND revoked_at IS NULL
    RETURNING id
  ), ended AS (DELETE FROM api_key_secrets WHERE api_key_id IN (SELECT id FROM revoked))
  SELECT id FROM revoked`;

/** Revokes keys, and notifies the gateways, which then look them up again. */
@Injectable()
export class ApiKeyRevocations {
  constructor(private readonly broadcasts: Broadcasts) {}

  /** Revokes one key of a user, or all but some, in the caller's transaction. Returns the ids that this call revoked. */
  async revoke(
    manager: EntityManager,
    userId: string,
    keyId: string | null = null,
    except: string[] = [],
  ): Promise<string[]> {
    const revoked = await manager.query<{ id: string }[]>(REVOKE_SQL, [userId, keyId, except]);
    return revoked.map(({ id }) => id);
  }

  /** Call after the commit. */
  async publishChanged(keyIds: string[]): Promise<void> {
    if (keyIds.length > 0) await this.broadcasts.publish(authBroadcasts.apiKeysChanged, { keyIds });
  }
}
