import { lateResultJob } from '@luit/contracts/generation/late-results';
import { submitJob } from '@luit/contracts/generation/submissions';
import type { JobContract } from '@luit/contracts/messages/message';
import { pagesById } from '@luit/platform/database/pages-by-id';
import { Queues } from '@luit/platform/queues/queues';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { isFinal, type RequestState } from '../request-rows/request-states';
import { type DispatchedJob, entryId, SubmitEntries } from './submit-entries';

const PAGE = 500;

/** A job that needs a queue entry and has none. */
export interface MissingEntry {
  job: DispatchedJob;
  contract: JobContract;
}

interface EnqueuedRow extends DispatchedJob {
  state: RequestState;
}

/**
 * Compares jobs in Postgres with the entries of the queues. Jobs that wait for a slot or for their next search need none: the
 * dispatcher enqueues them.
 */
@Injectable()
export class QueueEntries {
  constructor(
    private readonly database: DataSource,
    private readonly queues: Queues,
    private readonly submitEntries: SubmitEntries,
  ) {}

  /**
   * Yields pages, so that memory use does not depend on the number of jobs.
   *
   * @param olderThanMs skips rows that changed more recently: the relay may not have published their entry yet
   */
  async *missing(olderThanMs: number): AsyncGenerator<MissingEntry[]> {
    const query = `SELECT * FROM (
           (${duePage(DISPATCHED)})
           UNION ALL (${duePage(FOLLOWED)})) AS due
          ORDER BY id LIMIT ${PAGE}`;
    for await (const rows of pagesById<EnqueuedRow>(this.database, query, [olderThanMs])) {
      const due = rows.map(entryOf);
      const found = await Promise.all([submitJob, lateResultJob].map((contract) => this.present(contract, due)));
      const present = new Set(found.flat());
      yield due.filter((entry) => !present.has(entry));
    }
  }

  /** SQL: true if jobs exist whose entries must be compared with the queues. */
  maybeMissing(olderThanMs: number): string {
    const isOld = `updated_at <= now() - ${olderThanMs} * interval '1 millisecond'`;
    return `EXISTS (SELECT FROM requests
                     WHERE dispatched_at IS NOT NULL AND state IN ('pending', 'submitting', 'unknown')
                       AND next_attempt_at IS NULL AND ${isOld})
         OR EXISTS (SELECT FROM requests WHERE ${FOLLOWED} AND ${isOld})`;
  }

  async add(entries: MissingEntry[]): Promise<void> {
    const submissions = entries.filter(({ contract }) => contract === submitJob);
    const others = entries.filter(({ contract }) => contract !== submitJob);
    await this.submitEntries.add(submissions.map(({ job }) => job));
    await Promise.all(others.map(({ contract, job }) => this.queues.addJob(contract, job.id)));
  }

  private async present(contract: JobContract, entries: MissingEntry[]): Promise<MissingEntry[]> {
    const own = entries.filter((entry) => entry.contract === contract);
    const idOf = ({ job }: MissingEntry): string => (contract === submitJob ? entryId(job) : job.id);
    const absent = new Set(await this.queues.absent(contract.name, own.map(idOf)));
    return own.filter((entry) => !absent.has(idOf(entry)));
  }
}

/** Has a slot and an entry in `submit`. */
const DISPATCHED = `id IN (SELECT id FROM occupied_slots) AND state <> 'running' AND next_attempt_at IS NULL`;

/** Has an entry for late results. */
const FOLLOWED = `late_results_until IS NOT NULL`;

function duePage(condition: string): string {
  return `SELECT id, state, dispatched_at AS "dispatchedAt", correlation FROM requests
    WHERE ${condition} AND id > $1 AND updated_at <= now() - $2 * interval '1 millisecond' ORDER BY id LIMIT ${PAGE}`;
}

function entryOf(job: EnqueuedRow): MissingEntry {
  return { job, contract: isFinal(job.state) ? lateResultJob : submitJob };
}
