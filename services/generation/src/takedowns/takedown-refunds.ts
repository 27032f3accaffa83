import type { TakedownSettings } from '@luit/contracts/generation/takedowns';
import { TEST_PROVIDER } from '@luit/contracts/generation/test-requests';
import type { EntityManager } from 'typeorm';
import { IS_REFUND_RECORDED } from './job-refunds';

/** False until operators have changed it. */
export async function readTakedownSettings(manager: EntityManager): Promise<TakedownSettings> {
  const [row] = await manager.query<TakedownSettings[]>(
    'SELECT returns_credits AS "returnsCredits" FROM takedown_settings',
  );
  return row ?? { returnsCredits: false };
}

/**
 * Credits that a takedown of the request returns by the setting: what its owner paid from the balance, unless it was returned before.
 * A video that was paid for directly has no credits of its owner, and a free retry cost nothing.
 */
export async function returnableCredits(manager: EntityManager, requestId: string): Promise<number> {
  const { returnsCredits } = await readTakedownSettings(manager);
  if (!returnsCredits) return 0;
  const [row] = await manager.query<{ credits: number }[]>(
    `SELECT r.credits FROM requests r WHERE r.id = $1 AND r.state = 'succeeded' AND r.money_state = 'captured'
        AND r.payer_id IS NULL AND r.provider <> '${TEST_PROVIDER}' AND NOT ${IS_REFUND_RECORDED}`,
    [requestId],
  );
  return row?.credits ?? 0;
}
