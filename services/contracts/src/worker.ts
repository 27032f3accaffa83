import { notice } from './message';

/** One entry that a worker has in hand. */
export interface WorkerTask {
  queue: string;
  /** What the queue delivered: a job's id, or a mail's. */
  id: string;
  /** Milliseconds since it was taken up. */
  forMs: number;
}

export interface WorkerBeat {
  instance: string;
  host: string;
  pid: number;
  startedAt: string;
  isStopping: boolean;
  /** How many entries of each queue it handles at once. */
  places: Record<string, number>;
  /** In hand, the longest first; `inHand` counts them all. */
  tasks: WorkerTask[];
  inHand: number;
  /** Since its start. */
  done: number;
}

export const workerNotices = {
  /** Told every two seconds; who is silent for ten is gone. */
  beat: notice<WorkerBeat>('worker.beat'),
};
