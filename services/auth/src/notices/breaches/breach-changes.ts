import type { BreachDetails } from '@luit/contracts/auth/breaches';
import { LuitError } from '@luit/contracts/errors';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { findOperator } from '../../records/operators/find-operator';
import { AuditLogService } from '../../records/audit-log/audit-log.service';
import { readBreach } from './breach-rows';

export type Acting = { adminId: string; breachId: string };
export type BreachEventKind = BreachDetails['events'][number]['what'];
export interface BreachEvent {
  /** Address of the operator. */
  by: string;
  what: BreachEventKind;
  text: string;
}

/** Changes breaches that are open, one change after the other, and writes the proof of them. */
@Injectable()
export class BreachChanges {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly auditLog: AuditLogService,
  ) {}

  /** Locks a breach. @throws LuitError `not_found`, `conflict` after it was closed, `forbidden` for an unknown operator */
  change<Result>(
    { adminId, breachId }: Acting,
    work: (manager: EntityManager, email: string, breach: BreachDetails) => Promise<Result>,
  ): Promise<Result> {
    return this.database.transaction(async (manager) => {
      const { email } = await findOperator(manager, adminId);
      await manager.query('SELECT FROM breaches WHERE id = $1 FOR UPDATE', [breachId]);
      const breach = await readBreach(manager, breachId);
      if (breach.closedAt) throw new LuitError('conflict', 'This breach was closed');
      return work(manager, email, breach);
    });
  }

  /** Writes an event and an entry of the audit log. */
  async prove(manager: EntityManager, acting: Acting, { by, what, text }: BreachEvent): Promise<void> {
    const { adminId, breachId } = acting;
    await writeBreachEvent(manager, breachId, { by, what, text });
    const action = what === 'recorded' ? 'breach_recorded' : 'breach_changed';
    const entry = { adminId, adminEmail: by, action, subject: breachId } as const;
    await this.auditLog.write(manager, { ...entry, details: { what } });
  }
}

export async function writeBreachEvent(
  manager: EntityManager,
  breachId: string,
  { by, what, text }: BreachEvent,
): Promise<void> {
  const values = [breachId, what, by, text];
  await manager.query('INSERT INTO breach_events (breach_id, what, by, text) VALUES ($1, $2, $3, $4)', values);
}
