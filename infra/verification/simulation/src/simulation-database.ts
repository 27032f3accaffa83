import { databaseSettings as billingDatabase } from '@luit/billing/database';
import { databaseSettings as generationDatabase } from '@luit/generation/database';
import { migrate } from '@luit/platform/migrations/migrate';
import { MIGRATION_TABLES } from '@luit/platform/migrations/migration-records';
import { ownerOf, roleOf } from '@luit/platform/database/prepare-database';
import { createTestDatabase, type TestDatabase } from '@luit/platform/testing/database';
import { Client } from 'pg';
import { SLOTS } from './progress-checks';

const SERVICES = ['billing', 'generation'] as const;

/**
 * Functions that hide Postgres's own functions, because they come first in the search path: the clock of the simulation, and ids by that
 * clock. `now()` is the start of the transaction, as in Postgres. Without the settings, as in migrations, they return the real values.
 */
const CLOCK = `
  CREATE SCHEMA simulation;
  CREATE SEQUENCE simulation.ids;
  CREATE FUNCTION simulation.now() RETURNS timestamptz LANGUAGE sql STABLE AS $$
    SELECT coalesce(to_timestamp(nullif(current_setting('simulation.now', true), '')::float8), pg_catalog.now()) $$;
  CREATE FUNCTION simulation.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS $$
    SELECT coalesce(to_timestamp(nullif(current_setting('simulation.clock', true), '')::float8), pg_catalog.clock_timestamp()) $$;
  CREATE FUNCTION simulation.uuidv7() RETURNS uuid LANGUAGE sql VOLATILE AS $$
    SELECT (lpad(to_hex((extract(epoch FROM simulation.clock_timestamp()) * 1000)::bigint), 12, '0') || '7fff8000'
            || lpad(to_hex(nextval('simulation.ids')), 12, '0'))::uuid $$;
  GRANT USAGE ON SCHEMA simulation TO PUBLIC;
  GRANT USAGE ON SEQUENCE simulation.ids TO PUBLIC;`;

/** Times that the histories wait for, shortened. */
const SETTINGS = `
  UPDATE generation.model_revisions SET entry = jsonb_set(entry, '{routes}', (
    SELECT jsonb_agg(route || '{"limits": {"runSeconds": 20, "perSecond": 0}}' ORDER BY n)
      FROM jsonb_array_elements(entry -> 'routes') WITH ORDINALITY AS r (route, n)));
  INSERT INTO generation.provider_instances (id, kind, base_url, concurrency, submits_per_minute, polls_per_minute)
    SELECT vendor, vendor, 'https://vendor.test', ${SLOTS}, 600, 3000 FROM unnest(ARRAY['replicate', 'fal', 'ark']) AS v (vendor)`;

interface Table {
  name: string;
  /** True if migrations insert rows. */
  isFilled: boolean;
}

/** A database with the real schemas and SQL functions of billing and generation, in which time is virtual. */
export class SimulationDatabase {
  private reset = '';
  private readonly names = new Map<string, string>();

  private constructor(
    private readonly database: TestDatabase,
    private readonly admin: Client,
    private readonly socketDirectory: string,
  ) {}

  static async create(): Promise<SimulationDatabase> {
    const database = await createTestDatabase();
    const socketDirectory = await socketDirectoryOf(database.adminUrl);
    const admin = new Client({
      connectionString: overSocket(database.adminUrl, socketDirectory),
      options: `-c search_path=${searchPathOf('billing')}`,
    });
    await admin.connect();
    await admin.query('SET plan_cache_mode = force_generic_plan');
    const created = new SimulationDatabase(database, admin, socketDirectory);
    await admin.query(CLOCK);
    const { rows } = await admin.query<{ name: string }>('SELECT current_database() AS name');
    const settings = [
      billingDatabase({ url: database.urlOf('billing'), pool: 2 }),
      generationDatabase(database.urlOf('generation')),
    ];
    for (const { service, migrations } of settings) {
      const searchPath = searchPathOf(service);
      await admin.query(`ALTER ROLE ${roleOf(service)} IN DATABASE ${rows[0]!.name} SET search_path = ${searchPath}`);
      await migrate({ service, migrations }, database.adminUrl, { searchPath });
    }
    await admin.query(SETTINGS);
    await created.prepareReset();
    return created;
  }

  urlOf(service: (typeof SERVICES)[number]): string {
    return this.database.urlOf(service);
  }

  /** By role. */
  get urls(): Record<string, string> {
    const urlOf = (service: (typeof SERVICES)[number]) => overSocket(this.urlOf(service), this.socketDirectory);
    return Object.fromEntries(SERVICES.map((service) => [roleOf(service), urlOf(service)]));
  }

  /**
   * Restores the rows as they were after the migrations, and creates the partitions that a history needs, so that none of its processes
   * creates a table.
   *
   * @param startedAt virtual time at which the history begins, milliseconds
   */
  async clear(startedAt: number): Promise<void> {
    await this.admin.query(this.reset);
    await this.admin.query(
      `SET ROLE ${ownerOf('generation')}; SET search_path = generation;
       SELECT create_job_event_partition((date_trunc('month', to_timestamp(${startedAt / 1_000})) + n * interval '1 month')::date)
         FROM generate_series(0, 3) AS n;
       RESET search_path; RESET ROLE`,
    );
    // Unordered reads of a table depend on where its rows are. This leaves it empty.
    await this.admin.query('VACUUM generation.requests');
  }

  /** The statements are few, and planning them would take longer than executing. */
  async rows<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
    let name = this.names.get(text);
    if (!name) this.names.set(text, (name = `statement_${this.names.size}`));
    return (await this.admin.query({ name, text, values })).rows as Row[];
  }

  async close(): Promise<void> {
    await this.admin.end();
    await this.database.drop();
  }

  private async prepareReset(): Promise<void> {
    const tables: Table[] = [];
    const names = await this.rows<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
        WHERE schemaname = ANY ($1) AND tablename <> ALL ($2) ORDER BY 1`,
      [SERVICES, MIGRATION_TABLES],
    );
    for (const { name } of names) {
      const [found] = await this.rows<{ isFilled: boolean }>(`SELECT EXISTS (SELECT FROM ${name}) AS "isFilled"`);
      tables.push({ name, isFilled: found!.isFilled });
    }
    const sequences = await this.rows<{ name: string }>(
      `SELECT format('%I.%I', schemaname, sequencename) AS name FROM pg_sequences WHERE schemaname = ANY ($1) ORDER BY 1`,
      [[...SERVICES, 'simulation']],
    );
    for (const { name, isFilled } of tables) {
      if (isFilled) await this.admin.query(`CREATE TABLE simulation.${baselineOf(name)} AS TABLE ${name}`);
    }
    // Replication mode skips foreign keys and the triggers that protect append-only tables.
    this.reset = [
      `SET session_replication_role = replica`,
      ...tables.map(({ name }) => `DELETE FROM ${name}`),
      ...tables
        .filter(({ isFilled }) => isFilled)
        .map(({ name }) => `INSERT INTO ${name} OVERRIDING SYSTEM VALUE TABLE simulation.${baselineOf(name)}`),
      ...sequences.map(({ name }) => `SELECT setval('${name}', 1000)`),
      `RESET session_replication_role`,
    ].join(';');
  }
}

/** The schema of a service, in virtual time. */
function searchPathOf(service: string): string {
  return `${service},simulation,pg_catalog`;
}

function baselineOf(table: string): string {
  return table.replace('.', '_');
}

/** A message over a socket of Unix takes a fraction of the time of one over TCP. */
function overSocket(url: string, directory: string): string {
  const changed = new URL(url);
  changed.searchParams.set('host', directory);
  return changed.toString();
}

async function socketDirectoryOf(url: string): Promise<string> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ directory: string }>(
    `SELECT current_setting('unix_socket_directories') AS directory`,
  );
  await client.end();
  return rows[0]!.directory;
}
