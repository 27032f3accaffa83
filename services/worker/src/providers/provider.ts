import type { ProviderFailure, ProviderTask } from '@luit/contracts/generation/provider-tasks';

export type TaskState = 'queued' | 'running' | 'succeeded' | 'failed' | 'canceled' | 'expired';

export interface TaskStatus {
  state: TaskState;
  /** 0–100, or null where the provider tells none. */
  progress: number | null;
  /** Where the output lies, for as long as the provider keeps it. */
  outputUrl: string | null;
  /** Why it failed or expired. */
  failure: ProviderFailure | null;
}

export type SubmitResult =
  | { result: 'submitted'; externalId: string }
  /** `retry`: surely nothing was done · `unknown`: it may have been · `rejected`: no, and for good. */
  | { result: 'retry' | 'unknown' | 'rejected'; failure: ProviderFailure; retryAfterMs?: number };

export interface Submission {
  task: ProviderTask;
  /** The input image as a data URI. */
  image: string | null;
}

/** The task of this job that a callback tells of, or why the callback is not believed. */
export type WebhookResult = { externalId: string } | { refusal: string };

export interface Capabilities {
  cancelQueued: boolean;
  cancelRunning: boolean;
  signedWebhook: boolean;
  progress: boolean;
  /**
   * Milliseconds from the last moment of a post until its task is surely told of, in the provider's list or by a
   * callback. What was not heard of by then was not made.
   */
  reportedWithinMs: number;
}

/** One vendor of models. Its answers are checked before anything here is returned. */
export interface Provider {
  readonly capabilities: Capabilities;
  /** Creates the task; sent once, never repeated from in here. Throws nothing that the vendor or the line can cause. */
  submit(submission: Submission, signal: AbortSignal): Promise<SubmitResult>;
  /** @throws ProviderUnreadableError */
  get(externalId: string, signal: AbortSignal): Promise<TaskStatus>;
  /**
   * The task that carries this client reference, created at `since` or later; null where there is none.
   *
   * @throws ProviderUnreadableError
   */
  findByRef(task: ProviderTask, since: Date, signal: AbortSignal): Promise<string | null | 'cannot_be_asked'>;
  /** @throws ProviderUnreadableError */
  cancel(externalId: string, signal: AbortSignal): Promise<'accepted' | 'too_late' | 'unsupported'>;
  /**
   * Whether a callback that came to this job's address is the provider's, and which task it tells of: by its signature
   * and age, or where nothing is signed by reading the task. A refusal says why, without the secret.
   *
   * @throws ProviderUnreadableError where that takes a question that is not answered now
   */
  verifyCallback(
    task: ProviderTask,
    headers: Record<string, string>,
    rawBody: Buffer,
    signal: AbortSignal,
  ): Promise<WebhookResult>;
}

/** The provider could not be read this time; asking again later is fine. */
export class ProviderUnreadableError extends Error {
  override readonly name = 'ProviderUnreadableError';
  constructor(
    readonly failure: ProviderFailure,
    readonly retryAfterMs?: number,
  ) {
    super(`${failure.code}: ${failure.message}`);
  }
}
