import type { ProviderFailure, ProviderTask } from '@luit/contracts/generation/provider-tasks';
import type { DeliveredOutput } from '@luit/contracts/generation/runners';
import type { ServerFacts } from '@luit/contracts/generation/provider-instances';
import type { OutputAccess } from './transport/download';

export type { ServerFacts };

/**
 * `lost`: a server of our own accepted the task and does not know it any more, because it was restarted. Nothing runs there, and nothing was
 * paid, so the job can be submitted again.
 */
export type TaskState = 'queued' | 'running' | 'succeeded' | 'failed' | 'canceled' | 'expired' | 'lost';

export interface TaskStatus {
  state: TaskState;
  /** 0–100, or null if the provider reports none. */
  progress: number | null;
  /** URL of the output, as long as the provider keeps it. */
  outputUrl: string | null;
  /** What its download needs; absent for a public URL. */
  outputAccess?: OutputAccess;
  /** An output that is in our storage already, in place of a URL. */
  storedOutput?: DeliveredOutput | undefined;
  /** Reason for `failed`, `expired` or `lost`. */
  failure: ProviderFailure | null;
}

export type SubmitResult =
  | { result: 'submitted'; externalId: string }
  /** `retry`: certainly not created; `unknown`: possibly created; `rejected`: permanently refused. */
  | { result: 'retry' | 'unknown' | 'rejected'; failure: ProviderFailure; retryAfterMs?: number };

export interface Submission {
  task: ProviderTask;
  /** The first frame, or the photo to restore, as a data URI. */
  image: string | null;
  /** The last frame as a data URI. */
  lastImage?: string | null;
  /** Images of persons, things or styles that the video shows, as data URIs. */
  references?: string[];
}

export interface Capabilities {
  cancelQueued: boolean;
  cancelRunning: boolean;
  signedWebhook: boolean;
  progress: boolean;
  /**
   * Milliseconds after a submission within which its task appears in the provider's list. A task that is not listed by then was
   * not created. Without meaning where `findByRef` is not searchable: no silence of callbacks proves anything.
   */
  reportedWithinMs: number;
}

/** What runs tasks: a vendor, or a server that operators run themselves. Implementations validate all responses. */
export interface Engine {
  readonly capabilities: Capabilities;
  /** Creates the task with a single request. Vendor and network errors become results, not exceptions. */
  submit(submission: Submission, signal: AbortSignal): Promise<SubmitResult>;
  /** @throws ProviderReadError */
  get(externalId: string, signal: AbortSignal): Promise<TaskStatus>;
  /**
   * Finds the task with the client reference, created at `since` or later; null if there is none.
   *
   * @throws ProviderReadError
   */
  findByRef(task: ProviderTask, since: Date, signal: AbortSignal): Promise<string | null | 'not_searchable'>;
  /** @throws ProviderReadError */
  cancel(externalId: string, signal: AbortSignal): Promise<'accepted' | 'too_late' | 'unsupported'>;
  /**
   * Sends a request that costs nothing and needs our credentials, to find out whether the vendor answers.
   *
   * @throws ProviderReadError if it does not, or refuses us
   */
  check(signal: AbortSignal): Promise<void>;
  /**
   * What answers, for operators who test a connection; absent for vendors that say nothing about their servers.
   *
   * @throws ProviderReadError
   */
  describe?(signal: AbortSignal): Promise<ServerFacts>;
}

/** Reading from the provider failed; a later attempt may succeed. */
export class ProviderReadError extends Error {
  override readonly name = 'ProviderReadError';
  constructor(
    readonly failure: ProviderFailure,
    readonly retryAfterMs?: number,
  ) {
    super(`${failure.code}: ${failure.message}`);
  }
}
