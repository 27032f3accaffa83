import type { OperatorAction } from '@luit/contracts/auth/audit-log';
import { billingEvents } from '@luit/contracts/billing/messages';
import { writeEvent } from '@luit/platform/events/outbox';
import type { EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';

/** The address of the second operator, if one approved the action. */
export interface Approved {
  approvedBy?: string;
}

/** Publishes an operator's action for auth's audit log, in the transaction of the action. */
export function publishOperatorAction(manager: EntityManager, action: Omit<OperatorAction, 'id'>): Promise<void> {
  return writeEvent(manager, billingEvents.operatorActed, { id: uuidv7(), ...action });
}

/** The changed fields as the audit log shows them: `"before" → "after"` by field name. */
export function diffFields<T extends object>(before: T, after: T): Record<string, string> {
  const names = Object.keys(after) as (keyof T & string)[];
  return Object.fromEntries(
    names
      .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
      .map((name) => [name, `${JSON.stringify(before[name])} → ${JSON.stringify(after[name])}`]),
  );
}
