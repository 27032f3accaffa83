import type { ApiKeyGrant } from '@luit/contracts/auth/api-keys';
import { type WithDates, withIsoTimes } from '@luit/platform/database/iso-times';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { RequestOf } from '@luit/contracts/messages/message';
import { authCalls } from '@luit/contracts/auth/messages';
import { OnCall } from '@luit/platform/calls/on-call';

/** A key that gateways look up every second is written once a minute. */
const FIND_SQL = `
  WITH found AS (
    SELECT k.id, k.user_id AS "userId", k.mode, k.scopes, k.models, k.networks, k.api_version AS "apiVersion",
           least(k.expires_at, s.expires_at) AS "expiresAt"
      FROM api_key_secrets s JOIN api_keys k ON k.id = s.api_key_id JOIN users u ON u.id = k.user_id
     WHERE s.key_hash = decode($1, 'hex') AND k.revoked_at IS NULL AND u.status = 'active'
       AND coalesce(least(k.expires_at, s.expires_at) > now(), true)
  ), used AS (
    UPDATE api_keys SET last_used_at = now() FROM found
     WHERE api_keys.id = found.id
       AND (api_keys.last_used_at IS NULL OR api_keys.last_used_at < now() - interval '1 minute')
  )
  SELECT * FROM found`;

/** Finds the holders of keys. */
@Injectable()
export class ApiKeyLookupService {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Null if the key is unknown, revoked or expired, or its account is not active. */
  @OnCall(authCalls.findApiKey)
  async find({ keyHash }: RequestOf<typeof authCalls.findApiKey>): Promise<{ grant: ApiKeyGrant | null }> {
    const [found] = await this.database.query<WithDates<ApiKeyGrant, 'expiresAt'>[]>(FIND_SQL, [keyHash]);
    return { grant: found ? withIsoTimes(found) : null };
  }
}
