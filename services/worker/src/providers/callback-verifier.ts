import type { ProviderEvent, ProviderTask } from '@luit/contracts/generation/provider-tasks';
import { recordSecurityEvent } from '@luit/platform/metrics/security-events';
import { Injectable } from '@nestjs/common';
import type { Provider, ReportedTask } from './provider';

/** Verifies stored callbacks. */
@Injectable()
export class CallbackVerifier {
  /**
   * The tasks that authentic callbacks for this job report, each once.
   *
   * @throws ProviderReadError if the verification needs a request that fails
   */
  async verifiedTasks(
    provider: Provider,
    task: ProviderTask,
    events: ProviderEvent[],
    signal: AbortSignal,
  ): Promise<ReportedTask[]> {
    const tasks = new Map<string, ReportedTask>();
    for (const { id, headers, rawBody } of events) {
      const result = await provider.verifyCallback(task, headers, Buffer.from(rawBody, 'base64'), signal);
      if ('externalId' in result) tasks.set(result.externalId, { ...tasks.get(result.externalId), ...result });
      else
        recordSecurityEvent('webhook_signature_refused', {
          sender: task.provider,
          reason: result.refusal,
          eventId: id,
        });
    }
    return [...tasks.values()];
  }
}
