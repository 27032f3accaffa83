import type { ProviderEvent, ProviderTask } from '@luit/contracts/generation/provider-tasks';
import { recordSecurityEvent } from '@luit/platform/security/security-events';
import { Injectable } from '@nestjs/common';
import type { Provider } from './provider';

/** What callbacks are worth, which were kept as they came. */
@Injectable()
export class Callbacks {
  /**
   * The tasks that callbacks to this job's address truly report of, each once.
   *
   * @throws ProviderUnreadableError where that cannot be found out now
   */
  async tasksOf(
    provider: Provider,
    task: ProviderTask,
    events: ProviderEvent[],
    signal: AbortSignal,
  ): Promise<string[]> {
    const told = new Set<string>();
    for (const { id, headers, rawBody } of events) {
      const result = await provider.verifyCallback(task, headers, Buffer.from(rawBody, 'base64'), signal);
      if ('externalId' in result) told.add(result.externalId);
      else
        recordSecurityEvent('webhook_signature_refused', {
          sender: task.provider,
          reason: result.refusal,
          eventId: id,
        });
    }
    return [...told];
  }
}
