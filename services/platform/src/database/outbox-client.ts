import type { ClientConfig } from 'pg';
import { PreparedStatementClient } from './prepared-statement-client';
import type { OutboxWakeUp } from './outbox-wake-up';

type Query = (...args: unknown[]) => unknown;

/** A connection of a service's pool. It wakes the relay after each commit of a transaction that wrote outbox rows. */
export class OutboxClient extends PreparedStatementClient {
  constructor(config: ClientConfig & { outboxWakeUp: OutboxWakeUp }) {
    super(config);
    const query = this.query.bind(this) as Query;
    const { outboxWakeUp } = config;
    let hasWritten = false;
    const wakeIfWritten = (): void => {
      if (hasWritten) outboxWakeUp.send();
      hasWritten = false;
    };
    const wakeAfterCommit = (): void => {
      if (this.getTransactionStatus() === 'I') wakeIfWritten();
    };
    // A commit may have succeeded although its answer was lost.
    this.on('end', wakeIfWritten);
    const waking = (text: unknown, ...rest: unknown[]): unknown => {
      if (typeof text === 'string' && outboxWakeUp.isWrittenBy(text)) hasWritten = true;
      const answer = query(text, ...rest);
      if (answer instanceof Promise) answer.then(wakeAfterCommit, () => undefined);
      return answer;
    };
    this.query = waking as PreparedStatementClient['query'];
  }
}
