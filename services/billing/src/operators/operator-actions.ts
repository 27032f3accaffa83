import type { OperatorAction } from '@luit/contracts/auth/audit-log';
import { billingEvents } from '@luit/contracts/billing/messages';
import { writeEvent } from '@luit/platform/events/outbox';
import type { EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';

/** Has auth write down what an operator did, in the transaction that does it. */
export function writeOperatorAction(manager: EntityManager, act: Omit<OperatorAction, 'id'>): Promise<void> {
  return writeEvent(manager, billingEvents.operatorActed, { id: uuidv7(), ...act });
}

/** What changed between two states of a thing, as the audit log shows it: `name: "before" → "after"` of each field. */
export function changesBetween<Thing extends object>(before: Thing, after: Thing): Record<string, string> {
  const names = Object.keys(after) as (keyof Thing & string)[];
  return Object.fromEntries(
    names
      .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
      .map((name) => [name, `${JSON.stringify(before[name])} → ${JSON.stringify(after[name])}`]),
  );
}
