import type { RequestOf, StoringService } from '@luit/contracts/messages/message';
import { deadLetterCalls } from '@luit/contracts/operations/dead-letters';
import { Controller } from '@nestjs/common';
import { OnCall } from '../calls/on-call';
import { DeadLetterReplays } from './dead-letter-replays';
import { DeadLetters } from './dead-letters';

type Calls = (typeof deadLetterCalls)['auth'];

interface DeadLetterCallHandlers {
  list(request: RequestOf<Calls['list']>): ReturnType<DeadLetters['list']>;
}

/** The controller of a service's dead letters. */
export function deadLettersControllerOf(
  service: StoringService,
): new (deadLetters: DeadLetters, replays: DeadLetterReplays) => DeadLetterCallHandlers {
  const calls = deadLetterCalls[service];

  @Controller()
  class DeadLettersController implements DeadLetterCallHandlers {
    constructor(
      private readonly deadLetters: DeadLetters,
      private readonly replays: DeadLetterReplays,
    ) {}

    @OnCall(calls.list)
    list(request: RequestOf<Calls['list']>) {
      return this.deadLetters.list(request);
    }

    @OnCall(calls.replay)
    async replay(decision: RequestOf<Calls['replay']>): Promise<Record<string, never>> {
      await this.replays.replay(decision);
      return {};
    }

    @OnCall(calls.discard)
    async discard(decision: RequestOf<Calls['discard']>): Promise<Record<string, never>> {
      await this.replays.discard(decision);
      return {};
    }

    @OnCall(calls.record)
    async record({ queue, entryId, error }: RequestOf<Calls['record']>): Promise<Record<string, never>> {
      await this.deadLetters.record({
        kind: 'job',
        name: queue,
        entryId,
        payload: undefined,
        reason: 'invalid',
        error,
        attempts: 1,
        firstSeenAt: new Date(),
      });
      return {};
    }
  }
  return DeadLettersController;
}
