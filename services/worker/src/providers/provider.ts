import type { VendorInputField } from '@luit/contracts/generation/model-checks';
import type { SealedInstance, ServerFacts } from '@luit/contracts/generation/provider-instances';
import type { ProviderFailure, ProviderTask } from '@luit/contracts/generation/provider-tasks';

/** An account at a vendor, or a server of the operator. */
export interface ProviderInstance extends Omit<SealedInstance, 'sealedCredential' | 'sealedWebhookSecret'> {
  /** The key of the account or server; null if it needs none. */
  credential: string | null;
  /** The secret with which it signs callbacks. */
  webhookSecret: string | null;
}

export type TaskState = 'queued' | 'running' | 'succeeded' | 'failed' | 'canceled' | 'expired';

export interface TaskStatus {
  state: TaskState;
  /** 0–100, or null if the provider reports none. */
  progress: number | null;
  /** URL of the output, as long as the provider keeps it. */
  outputUrl: string | null;
  /** For the download of the output. Sent to the server of the base URL only. */
  outputHeaders?: Record<string, string>;
  /** Reason for `failed` or `expired`. */
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

/** A task that an authentic callback reports. */
export interface ReportedTask {
  externalId: string;
  /** How it ended, if the vendor has signed all of it: the output or the failure. No one needs to read such a task again. */
  end?: TaskStatus;
}

/** The task that a callback reports, or why the callback is refused. */
export type WebhookResult = ReportedTask | { refusal: string };

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

/** A vendor of models. Implementations validate all responses. */
export interface Provider {
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
   * What the server says about itself; absent for vendors.
   *
   * @throws ProviderReadError, as `check` does
   */
  describe?(signal: AbortSignal): Promise<ServerFacts>;
  /**
   * The input that the vendor publishes for a model; absent for a vendor that publishes none.
   *
   * @throws ProviderReadError
   */
  publishedInput?(model: string, signal: AbortSignal): Promise<VendorInputField[]>;
  /**
   * Verifies a callback for this job: by its signature and age or, for unsigned callbacks, by reading the task. The reason
   * of a refusal contains no secrets.
   *
   * @throws ProviderReadError if the verification needs a request that fails
   */
  verifyCallback(
    task: ProviderTask,
    headers: Record<string, string>,
    rawBody: Buffer,
    signal: AbortSignal,
  ): Promise<WebhookResult>;
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
