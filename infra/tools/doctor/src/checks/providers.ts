import { type ProviderKind, SEAL_USE, sealLabelOf } from '@luit/contracts/generation/provider-instances';
import { postgresConnection } from '@luit/platform/addresses/certificate-authorities';
import { RotatingSeal } from '@luit/platform/security/sealed-values';
import { Client } from 'pg';
import type { Settings } from '../settings';

const TIMEOUT_MS = 10_000;
const READ = `SELECT id, kind, base_url AS "baseUrl", credential, webhook_secret IS NOT NULL AS "hasWebhookSecret"
  FROM generation.provider_instances WHERE state <> 'off' ORDER BY created_at, id`;

/** A provider that is not off. */
export interface UsedProvider {
  id: string;
  kind: ProviderKind;
  baseUrl: string;
  /** Null without one, and undefined if PROVIDER_SECRETS do not open it. */
  key: string | null | undefined;
  hasWebhookSecret: boolean;
}

type Row = Omit<UsedProvider, 'key'> & { credential: Buffer | null };

/** Runs statements against the database of an installation. @throws what Postgres throws */
export async function withDatabase<T>(settings: Settings, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ ...postgresConnection(settings.ADMIN_DATABASE_URL), query_timeout: TIMEOUT_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end();
  }
}

export async function readProviders(client: Client, secrets: string[]): Promise<UsedProvider[]> {
  const seal = new RotatingSeal(secrets, SEAL_USE);
  const { rows } = await client.query<Row>(READ);
  return rows.map(({ credential, ...provider }) => ({
    ...provider,
    key: credential && seal.open(credential, sealLabelOf(provider.id, 'credential'))?.plain,
  }));
}
