import type { Engine, TaskStatus } from '@luit/engines/engine';
import type { VendorInputField } from '@luit/contracts/generation/model-checks';
import type { SealedInstance } from '@luit/contracts/generation/provider-instances';
import type { ProviderTask } from '@luit/contracts/generation/provider-tasks';

/** An account at a vendor, or a server of the operator. */
export interface ProviderInstance extends Omit<SealedInstance, 'sealedCredential' | 'sealedWebhookSecret'> {
  /** The key of the account or server; null if it needs none. */
  credential: string | null;
  /** The secret with which it signs callbacks. */
  webhookSecret: string | null;
}

/** A task that an authentic callback reports. */
export interface ReportedTask {
  externalId: string;
  /** How it ended, if the vendor has signed all of it: the output or the failure. No one needs to read such a task again. */
  end?: TaskStatus;
}

/** The task that a callback reports, or why the callback is refused. */
export type WebhookResult = ReportedTask | { refusal: string };

/** A vendor of models, or a server of our own. */
export interface Provider extends Engine {
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
