import { z } from 'zod';
import { timestamp } from '../messages/fields';
import { broadcast } from '../messages/message';

const workerTask = z.object({
  /** The name of the queue, or `poll`. */
  queue: z.string(),
  /** The queue entry's payload, a job's id or a mail's; of a poll the job's id. */
  id: z.string(),
  /** Milliseconds since the worker took it. */
  runningForMs: z.number(),
});
/** One queue entry or poll that a worker is processing. */
export type WorkerTask = z.infer<typeof workerTask>;

export const workerHeartbeat = z.object({
  instance: z.string(),
  host: z.string(),
  pid: z.number(),
  /** Its version. */
  release: z.string(),
  startedAt: timestamp,
  isStopping: z.boolean(),
  /** How many entries of each queue, and how many polls, it processes at once. */
  slots: z.record(z.string(), z.number()),
  /** Some of the entries in flight, the longest running first; `inFlight` counts them all. */
  tasks: z.array(workerTask),
  inFlight: z.number(),
  /** Entries and polls processed since its start. */
  done: z.number(),
});
export type WorkerHeartbeat = z.infer<typeof workerHeartbeat>;

export const workerBroadcasts = {
  /** Published every two seconds; a worker that is silent for ten is considered dead. */
  heartbeat: broadcast('worker.heartbeat', workerHeartbeat),
};
