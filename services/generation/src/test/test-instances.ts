import type { ProviderLimits } from '../provider-instances/provider-instances';

interface Database {
  query(sql: string, parameters: unknown[]): Promise<unknown>;
}

/** Turns on the vendors of the shipped entries, with these limits. Nothing connects to them. */
export async function turnOnVendors(database: Database, limits: ProviderLimits): Promise<void> {
  const { concurrency, submitsPerMinute, pollsPerMinute } = limits;
  await database.query(
    `INSERT INTO provider_instances (id, kind, base_url, concurrency, submits_per_minute, polls_per_minute, created_at)
     SELECT vendor, vendor, 'https://' || vendor || '.test', $1, $2, $3, now() + n * interval '1 microsecond'
       FROM unnest(ARRAY['replicate', 'fal', 'ark']) WITH ORDINALITY AS v (vendor, n)
     ON CONFLICT (id) DO UPDATE SET concurrency = $1, submits_per_minute = $2, polls_per_minute = $3`,
    [concurrency, submitsPerMinute, pollsPerMinute],
  );
}
