import { Client } from 'pg';
import { databaseUrl } from './shop';

/** Creates the tables of the shop with its accounts, whose ids are their numbers. */
async function main(): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`
    CREATE TABLE accounts (id text PRIMARY KEY, available bigint NOT NULL CHECK (available >= 0)) WITH (fillfactor = 90);
    CREATE TABLE jobs (
      id uuid PRIMARY KEY DEFAULT uuidv7(), account text NOT NULL REFERENCES accounts, idempotency_key text NOT NULL, prompt text NOT NULL,
      credits int NOT NULL, state text NOT NULL DEFAULT 'waiting', completed_at timestamptz, created_at timestamptz NOT NULL DEFAULT now(),
      UNIQUE (account, idempotency_key));
    CREATE TABLE entries (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, account text NOT NULL REFERENCES accounts, job uuid NOT NULL REFERENCES jobs,
      amount int NOT NULL, created_at timestamptz NOT NULL DEFAULT now());
    CREATE INDEX ON entries (account, id);
    CREATE INDEX ON jobs (account, created_at);
    INSERT INTO accounts SELECT n::text, 1000000000 FROM generate_series(0, ${Number(process.env.ACCOUNTS)} - 1) AS n`);
  await client.end();
}

void main();
