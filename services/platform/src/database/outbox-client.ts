import type { ClientConfig } from 'pg';
import { PreparedStatementClient } from './prepared-statement-client';
import type { OutboxNudge } from './outbox-nudge';

type Query = (...args: unknown[]) => unknown;

/** A connection of a service's pool. It nudges the relay after each commit of a transaction that wrote outbox rows. */
export class OutboxClient extends PreparedStatementClient {
  constructor(config: ClientConfig & { outboxNudge: OutboxNudge }) {
    super(config);
    const query = this.query.bind(this) as Query;
    const { outboxNudge } = config;
    let hasWritten = false;
    const nudgeIfWritten = (): void => {
      if (hasWritten) outboxNudge.nudge();
      hasWritten = false;
    };
    const nudgeAfterCommit = (): void => {
      if (this.getTransactionStatus() === 'I') nudgeIfWritten();
    };
    // A commit may have succeeded although its answer was lost.
    this.on('end', nudgeIfWritten);
    const nudging = (text: unknown, ...rest: unknown[]): unknown => {
      if (typeof text === 'string' && outboxNudge.isWrittenBy(text)) hasWritten = true;
      const answer = query(text, ...rest);
      if (answer instanceof Promise) answer.then(nudgeAfterCommit, () => undefined);
      return answer;
    };
    this.query = nudging as PreparedStatementClient['query'];
  }
}
