import type { TestCluster } from '../test-cluster';

const ROW_BYTES = 8_192;
const BATCH = 16_384;

/** Adds rows that do not compress until the database has this size, and returns its size in bytes. */
export async function fillDatabase(cluster: TestCluster, gigabytes: number): Promise<number> {
  const rows = Math.ceil((gigabytes * 2 ** 30) / ROW_BYTES);
  await cluster.sql('CREATE TABLE public.ballast (bytes bytea STORAGE EXTERNAL)');
  for (let done = 0; done < rows; done += BATCH)
    await cluster.sql(
      `INSERT INTO public.ballast
       SELECT (SELECT string_agg(sha512((n::text || ':' || k::text || random()::text)::bytea), '') FROM generate_series(1, 120) k)
         FROM generate_series(1, $1::int) n`,
      [Math.min(BATCH, rows - done)],
    );
  const [size] = await cluster.sql<{ bytes: string }>('SELECT pg_database_size(current_database()) AS bytes');
  return Number(size?.bytes);
}
