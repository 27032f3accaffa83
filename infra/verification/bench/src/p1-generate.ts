import { Agent } from 'node:http';
import { Client } from 'pg';
import { generate, perSecond, fundedCreator, tokenOf } from './http-load';
import { paired } from './paired';
import { pairRow, type Row, formatNumber } from './report';
import { cpuSeconds, withStack } from './stack-bench';

const CONNECTIONS = 64;
const CREATORS = 16;
const PACKS_EACH = 20;
const ROUND_MS = 1_500;
const ROUNDS = 6;
const BASE_CONNECTIONS = 8;

/**
 * P1: accepted `POST /api/generate` per second through gateway, generation and billing, compared with the same writes by one
 * prepared statement on 8 Postgres connections. Workers are stopped, so that only acceptance and the relay use CPU time.
 */
export async function benchGenerate(): Promise<Row[]> {
  return withStack(async (running) => {
    const creators = await Promise.all(Array.from({ length: CREATORS }, () => fundedCreator(running, PACKS_EACH)));
    await running.stopProcess('worker-1');
    const tokens = creators.map(tokenOf);
    const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
    const writer = await BaselineWriter.open(running.stack.postgres);
    const services = ['gateway', 'generation', 'billing'].map((name) => running.stack.processes[name]?.pid ?? 0);
    let requests = 0;
    let seconds = 0;
    const accept = async (): Promise<number> => {
      const before = await cpuSeconds(services);
      const rate = await perSecond(CONNECTIONS, ROUND_MS, async (i) => {
        await generate(agent, running.stack.api, tokens[i % tokens.length] ?? '');
        requests += 1;
      });
      seconds += (await cpuSeconds(services)) - before;
      return rate;
    };
    const write = () => perSecond(BASE_CONNECTIONS, ROUND_MS, (i) => writer.write(i));
    try {
      const pair = await paired(accept, write, ROUNDS);
      console.log(
        `P1: ${formatNumber((seconds / requests) * 1_000)} CPU ms per accepted request in gateway, generation, billing`,
      );
      return [pairRow('P1', 'accepted generate/s ÷ the same writes in Postgres', pair, '/s', { atLeast: 0.25 })];
    } finally {
      await writer.close();
      agent.destroy();
    }
  });
}

/** Writes a request, an account, a ledger entry and an outbox row in one statement. */
class BaselineWriter {
  private constructor(
    private readonly clients: Client[],
    private readonly accounts: number,
  ) {}

  static async open(url: string): Promise<BaselineWriter> {
    const clients = Array.from({ length: BASE_CONNECTIONS }, () => new Client({ connectionString: url }));
    await Promise.all(clients.map((client) => client.connect()));
    await clients[0]?.query(`
      CREATE SCHEMA bench;
      CREATE TABLE bench.accounts (id int PRIMARY KEY, available bigint NOT NULL CHECK (available >= 0)) WITH (fillfactor = 90);
      CREATE TABLE bench.requests (id uuid PRIMARY KEY DEFAULT uuidv7(), account int NOT NULL, prompt text NOT NULL);
      CREATE TABLE bench.ledger (id uuid PRIMARY KEY DEFAULT uuidv7(), account int NOT NULL, amount bigint NOT NULL);
      CREATE TABLE bench.outbox (seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, payload jsonb NOT NULL);
      INSERT INTO bench.accounts SELECT id, 1000000000 FROM generate_series(0, ${CREATORS - 1}) AS id`);
    return new BaselineWriter(clients, CREATORS);
  }

  async write(caller: number): Promise<void> {
    await this.clients[caller]?.query({
      name: 'baseline-writes',
      text: `
        WITH charged AS (UPDATE bench.accounts SET available = available - 18 WHERE id = $1 RETURNING id),
             requested AS (INSERT INTO bench.requests (account, prompt) SELECT id, $2 FROM charged RETURNING id),
             booked AS (INSERT INTO bench.ledger (account, amount) SELECT id, 18 FROM charged)
        INSERT INTO bench.outbox (payload) SELECT jsonb_build_object('id', id) FROM requested`,
      values: [Math.floor(Math.random() * this.accounts), 'A ferry crossing at dawn'],
    });
  }

  async close(): Promise<void> {
    await Promise.all(this.clients.map((client) => client.end()));
  }
}
