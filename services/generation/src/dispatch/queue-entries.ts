import { lateResultJob } from '@luit/contracts/generation/late-results';
import { submitJob } from '@luit/contracts/generation/submissions';
import type { JobContract } from '@luit/contracts/messages/message';
import { Queues } from '@luit/platform/jobs/queues';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { isFinal, type RequestState, statesSql, SUBMITTED_BY_QUEUE } from '../request-state/request-states';

const PAGE = 500;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** A job without a queue entry that needs one. */
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

/** Compares jobs in Postgres that queues drive with the entries of those queues. */
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
           (${duePage(`state IN (${statesSql(SUBMITTED_BY_QUEUE)})`)})
           UNION ALL (${duePage('late_results_until IS NOT NULL')})) AS due
          ORDER BY id LIMIT ${PAGE}`,
        [after, olderThanMs],
      );
      const last = rows.at(-1);
      if (!last) return;
      after = last.id;
      const due = rows.map(entryOf);
      const found = await Promise.all([submitJob, lateResultJob].map((contract) => this.present(contract, due)));
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
  return { id, contract: submitJob, priority };
}
