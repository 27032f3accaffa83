import { SimulatedPostgres } from './simulated-postgres';
import { History, type HistoryResult } from './simulation';
import { SimulationDatabase } from './simulation-database';
import type { HistoryOptions } from './world';

/** Runs histories one after the other in one database. */
export class Histories {
  private constructor(
    private readonly database: SimulationDatabase,
    private readonly postgres: SimulatedPostgres,
  ) {}

  static async open(): Promise<Histories> {
    const database = await SimulationDatabase.create();
    return new Histories(database, new SimulatedPostgres(database.urls));
  }

  run(seed: number, options: HistoryOptions): Promise<HistoryResult> {
    return new History(seed, this.database, this.postgres, options).run();
  }

  async close(): Promise<void> {
    await this.postgres.close();
    await this.database.close();
  }
}
