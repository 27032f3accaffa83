import { Worker } from 'bullmq';
import { MAX_ENTRY_LENGTH, type QueueEntry, REMOVE_WHEN_DONE } from '../queues/queues';

type JobJson = Parameters<Worker['createJob']>[0];

/** Data of an entry that is not JSON, or too long to parse. */
const UNREADABLE = 'luit:unreadable';

/**
 * If the fields of an entry are not JSON, BullMQ throws, takes the entry again after its lock has expired, and so never finishes it. This
 * worker passes such an entry to its handler with `UNREADABLE` data.
 */
export class TolerantWorker extends Worker<QueueEntry | typeof UNREADABLE> {
  protected override createJob(entry: JobJson, id: string): ReturnType<Worker['createJob']> {
    try {
      if (String(entry.data).length > 2 * MAX_ENTRY_LENGTH) throw new Error('too long');
      return super.createJob(entry, id);
    } catch {
      return super.createJob({ ...entry, data: JSON.stringify(UNREADABLE), opts: REMOVE_WHEN_DONE }, id);
    }
  }
}
