import { BOARD_HOURS, type BreachNoticeKind, CERT_IN_HOURS } from '@luit/contracts/auth/breach-limits';
import type { BreachAction, BreachDetails, BreachSelection } from '@luit/contracts/auth/breaches';
import { authCalls } from '@luit/contracts/auth/messages';
import { LuitError } from '@luit/contracts/errors';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { findOperator } from '../../records/operators/find-operator';
import { addAccounts } from './breach-accounts';
import { type Acting, BreachChanges } from './breach-changes';
import { assertNotSending } from './breach-mailings';
import { readBreach } from './breach-rows';

/** Time that the clocks of operators and of this machine may differ, milliseconds. */
const CLOCK_TOLERANCE_MS = 60_000;

/** The fields that an action sets, besides its event. A note sets none. */
const COLUMNS: Record<Exclude<BreachAction, 'note'>, string> = {
  cert_in_notified: 'cert_in_notified_at',
  board_notified: 'board_notified_at',
  users_notified: 'users_notified_at',
  closed: 'closed_at',
};

/** Records breaches of personal data, the accounts that they affect, and the actions taken, as proof. */
@Injectable()
export class BreachesService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly changes: BreachChanges,
  ) {}

  /** @throws LuitError `validation_failed` for a time in the future, `forbidden` for an unknown operator */
  @OnCall(authCalls.recordBreach)
  record(input: RequestOf<typeof authCalls.recordBreach>): Promise<BreachDetails> {
    const { adminId, title, description, noticedBy, noticedAt } = input;
    if (Date.parse(noticedAt) > Date.now() + CLOCK_TOLERANCE_MS) {
      const text = 'The breach cannot be noticed in the future';
      throw new LuitError('validation_failed', text, { details: { noticedAt: text } });
    }
    return this.database.transaction(async (manager) => {
      const { email } = await findOperator(manager, adminId);
      const breachId = uuidv7();
      await manager.query(
        `INSERT INTO breaches (id, title, description, noticed_by, noticed_at, recorded_by, cert_in_due_at, board_due_at)
         VALUES ($1, $2, $3, $4, $5, $6, $5::timestamptz + interval '${CERT_IN_HOURS} hours', $5::timestamptz + interval '${BOARD_HOURS} hours')`,
        [breachId, title, description, noticedBy, noticedAt, email],
      );
      await this.changes.prove(manager, { adminId, breachId }, { by: email, what: 'recorded', text: title });
      return readBreach(manager, breachId);
    });
  }

  /** @throws LuitError `not_found` */
  @OnCall(authCalls.getBreach)
  get({ breachId }: RequestOf<typeof authCalls.getBreach>): Promise<BreachDetails> {
    return readBreach(this.database.manager, breachId);
  }

  /** @throws LuitError `not_found`, `conflict`, `validation_failed` */
  @OnCall(authCalls.addBreachAccounts)
  addAccounts(input: RequestOf<typeof authCalls.addBreachAccounts>): Promise<BreachSelection> {
    return this.changes.change(input, async (manager, email) => {
      await assertNotSending(manager, input.breachId);
      const { words, ...found } = await addAccounts(manager, input);
      const text = `${found.added} of ${words}`;
      await this.changes.prove(manager, input, { by: email, what: 'accounts_added', text });
      return found;
    });
  }

  /** @throws LuitError `not_found`, `conflict` */
  @OnCall(authCalls.clearBreachAccounts)
  clearAccounts(input: RequestOf<typeof authCalls.clearBreachAccounts>): Promise<BreachDetails> {
    return this.changes.change(input, async (manager, email, breach) => {
      if (breach.usersNotifiedAt) throw new LuitError('conflict', 'The affected users were already informed');
      await assertNotSending(manager, input.breachId);
      await manager.query('DELETE FROM breach_accounts WHERE breach_id = $1', [input.breachId]);
      const text = `${breach.accounts} accounts: ${input.reason}`;
      await this.changes.prove(manager, input, { by: email, what: 'accounts_cleared', text });
      return readBreach(manager, input.breachId);
    });
  }

  /** The whole text becomes an event, so that each version remains as proof. @throws LuitError `not_found`, `conflict` */
  @OnCall(authCalls.saveBreachNotice)
  saveNotice(input: RequestOf<typeof authCalls.saveBreachNotice>): Promise<BreachDetails> {
    return this.changes.change(input, async (manager, email) => {
      await this.storeNotice(manager, input, email, input);
      return readBreach(manager, input.breachId);
    });
  }

  /** A draft that was sent unchanged becomes an event too. @throws LuitError `not_found`, `conflict` */
  @OnCall(authCalls.addBreachEvent)
  addEvent(input: RequestOf<typeof authCalls.addBreachEvent>): Promise<BreachDetails> {
    return this.changes.change(input, async (manager, email, breach) => {
      const { breachId, action, text } = input;
      if (action === 'users_notified' || action === 'closed') await assertNotSending(manager, breachId);
      if (action !== 'note') await setOnce(manager, breachId, COLUMNS[action]);
      const draft = breach.notices.find(({ kind, isDraft }) => isDraft && action === `${kind}_notified`);
      if (draft) await this.storeNotice(manager, input, email, draft);
      await this.changes.prove(manager, input, { by: email, what: action, text });
      return readBreach(manager, breachId);
    });
  }

  private async storeNotice(
    manager: EntityManager,
    acting: Acting,
    email: string,
    { kind, text }: { kind: BreachNoticeKind; text: string },
  ): Promise<void> {
    await manager.query(`UPDATE breaches SET ${kind}_notice = $2 WHERE id = $1`, [acting.breachId, text]);
    await this.changes.prove(manager, acting, { by: email, what: 'notice_changed', text: `${kind}: ${text}` });
  }
}

async function setOnce(manager: EntityManager, breachId: string, column: string): Promise<void> {
  const [, changed] = await manager.query<[unknown[], number]>(
    `UPDATE breaches SET ${column} = now() WHERE id = $1 AND ${column} IS NULL`,
    [breachId],
  );
  if (changed === 0) throw new LuitError('conflict', 'This was already recorded');
}
