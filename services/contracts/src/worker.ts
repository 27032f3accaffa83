import { broadcast } from './messages/message';

/** One entry that a worker has in hand. */
export interface WorkerTask {
  queue: string;
  /** What the queue delivered: a job's id, or a mail's. */
  id: string;
  /** Milliseconds since it was taken up. */
  runningForMs: number;
}

export interface WorkerHeartbeat {
  instance: string;
  host: string;
  pid: number;
  startedAt: string;
  isStopping: boolean;
  /** How many entries of each queue it handles at once. */
  slots: Record<string, number>;
  /** In hand, the longest first; `inFlight` counts them all. */
  tasks: WorkerTask[];
  inFlight: number;
  /** Since its start. */
  done: number;
}

export const workerBroadcasts = {
  /** Told every two seconds; who is silent for ten is gone. */
  heartbeat: broadcast<WorkerHeartbeat>('worker.heartbeat'),
};
