import { lateResultJob } from '@luit/contracts/generation/late-results';
import { submitJob } from '@luit/contracts/generation/submissions';
import { trackJob } from '@luit/contracts/generation/tracking';
import type { JobContract } from '@luit/contracts/messages/message';
import { Queues } from '@luit/platform/jobs/queues';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { isFinal, type RequestState, statesSql, UNFINISHED } from '../request-state/request-states';

const PAGE = 500;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** An unfinished job without a queue entry. */
export interface MissingEntry {
  id: string;
  contract: JobContract;
  priority?: number;
}

interface UnfinishedRow {
  id: string;
  state: RequestState;
  priority: number;
}

/** Compares unfinished jobs in Postgres with the entries of the queues. */
@Injectable()
export class QueueEntries {
  constructor(
    private readonly database: DataSource,
    private readonly queues: Queues,
  ) {}

  /**
   * Yields pages, so that memory use does not depend on the number of jobs.
   *
   * @param olderThanMs skips rows that changed more recently: the relay may not have published their entry yet
   */
  async *missing(olderThanMs: number): AsyncGenerator<MissingEntry[]> {
    let after = FIRST_ID;
    for (;;) {
      const rows: UnfinishedRow[] = await this.database.query(
        `SELECT * FROM (
           (${duePage(`state IN (${statesSql(UNFINISHED)})`)})
           UNION ALL (${duePage('late_results_until IS NOT NULL')})) AS due
          ORDER BY id LIMIT ${PAGE}`,
        [after, olderThanMs],
      );
      const last = rows.at(-1);
      if (!last) return;
      after = last.id;
      const due = rows.map(entryOf);
      const found = await Promise.all(
        [submitJob, trackJob, lateResultJob].map((contract) => this.present(contract, due)),
      );
      const present = new Set(found.flat());
      yield due.filter((entry) => !present.has(entry));
    }
  }

  async add(entries: MissingEntry[]): Promise<void> {
    await Promise.all(entries.map(({ contract, id, priority }) => this.queues.addJob(contract, id, { priority })));
  }

  private async present(contract: JobContract, entries: MissingEntry[]): Promise<MissingEntry[]> {
    const own = entries.filter((entry) => entry.contract === contract);
    const queue = this.queues.named(contract.name);
    const found = await Promise.all(own.map(({ id }) => queue.getJobState(id)));
    return own.filter((_, index) => found[index] !== 'unknown');
  }
}

/** Each condition matches a partial index. */
function duePage(condition: string): string {
  return `SELECT id, state, priority FROM requests
    WHERE ${condition} AND id > $1 AND updated_at <= now() - $2 * interval '1 millisecond' ORDER BY id LIMIT ${PAGE}`;
}

function entryOf({ id, state, priority }: UnfinishedRow): MissingEntry {
  if (isFinal(state)) return { id, contract: lateResultJob };
  const isTracked = state === 'running' || state === 'collecting';
  return isTracked ? { id, contract: trackJob } : { id, contract: submitJob, priority };
}
