import type { ProviderEvent, ProviderTask } from '@luit/contracts/generation';
import { Injectable, Logger } from '@nestjs/common';
import type { Provider } from './provider';

/** What callbacks are worth, which were kept as they came. */
@Injectable()
export class Callbacks {
  private readonly log = new Logger(Callbacks.name);

  /**
   * The tasks that callbacks to this job's address truly tell of, each once.
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
      const result = await provider.recognise(task, headers, Buffer.from(rawBody, 'base64'), signal);
      if ('externalId' in result) told.add(result.externalId);
      else this.log.warn({ msg: 'A callback was refused', eventId: id, reason: result.refusal });
    }
    return [...told];
  }
}
