import type { ProviderEvent, ProviderTask } from '@luit/contracts/generation/provider-tasks';
import { recordSecurityEvent } from '@luit/platform/security/security-events';
import { Injectable } from '@nestjs/common';
import type { Provider } from './provider';

/** Verifies stored callbacks. */
@Injectable()
export class CallbackVerifier {
  /**
   * The ids of the tasks that authentic callbacks for this job report, without duplicates.
   *
   * @throws ProviderReadError if the verification needs a request that fails
   */
  async verifiedTasks(
    provider: Provider,
    task: ProviderTask,
    events: ProviderEvent[],
    signal: AbortSignal,
  ): Promise<string[]> {
    const externalIds = new Set<string>();
    for (const { id, headers, rawBody } of events) {
      const result = await provider.verifyCallback(task, headers, Buffer.from(rawBody, 'base64'), signal);
      if ('externalId' in result) externalIds.add(result.externalId);
      else
        recordSecurityEvent('webhook_signature_refused', {
          sender: task.provider,
          reason: result.refusal,
          eventId: id,
        });
    }
    return [...externalIds];
  }
}
