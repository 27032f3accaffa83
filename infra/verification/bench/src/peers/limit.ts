import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';

const CONNECTIONS = 8;

const TABLES = `
  CREATE SCHEMA bench;
  CREATE TABLE bench.accounts (id int PRIMARY KEY, available bigint NOT NULL CHECK (available >= 0)) WITH (fillfactor = 90);
  CREATE TABLE bench.requests (id uuid PRIMARY KEY DEFAULT uuidv7(), account int NOT NULL, prompt text NOT NULL);
  CREATE TABLE bench.ledger (id uuid PRIMARY KEY DEFAULT uuidv7(), account int NOT NULL, amount bigint NOT NULL);
  CREATE TABLE bench.outbox (seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, payload jsonb NOT NULL);
  INSERT INTO bench.accounts SELECT id, 1000000000 FROM generate_series(0, 9) AS id`;

/** A request, its price, a ledger entry and an outbox row, in one statement. */
const SCRIPT = `\\set account random(0, 9)
  WITH charged AS (UPDATE bench.accounts SET available = available - 18 WHERE id = :account RETURNING id),
       requested AS (INSERT INTO bench.requests (account, prompt) SELECT id, 'A ferry crossing at dawn' FROM charged RETURNING id),
       booked AS (INSERT INTO bench.ledger (account, amount) SELECT id, 18 FROM charged)
  INSERT INTO bench.outbox (payload) SELECT jsonb_build_object('id', id) FROM requested;`;

/** What no system can reach: the least that accepting a job must write, by pgbench, a second, with neither HTTP nor Node. */
export async function writesPerSecond(url: string, seconds: number): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(TABLES);
  await client.end();
  const folder = await mkdtemp(join(tmpdir(), 'luit-pgbench-'));
  try {
    const script = join(folder, 'script.sql');
    await writeFile(script, `${SCRIPT}\n`);
    const options = ['-n', '-c', `${CONNECTIONS}`, '-j', '2', '-M', 'prepared', '-T', `${seconds}`];
    const { stdout } = await promisify(execFile)('pgbench', [...options, '-f', script, url]);
    const rate = Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1]);
    if (!rate) throw new Error(`pgbench failed: ${stdout}`);
    return rate;
  } finally {
    await rm(folder, { recursive: true });
  }
}
