import { violatingRows } from '@luit/billing/invariants/invariant';
import { INVARIANTS } from '@luit/billing/invariants/invariants';
import type { Client } from 'pg';

/**
 * The invariants that billing checks, and those across schemas, which no service can check in one query. Each query selects the rows that
 * violate one. They run as the superuser while the stack is idle, with billing's schema first in the search path.
 */
export const INVARIANT_QUERIES: Record<string, string> = {
  ...Object.fromEntries(INVARIANTS.map((each) => [`${each.invariant}: ${each.name}`, violatingRows(each)])),
  'I2: a hold is open although its job is terminal or does not exist': `
    SELECT holds.id FROM billing.holds
      LEFT JOIN generation.requests ON requests.id = holds.id
     WHERE holds.state = 'held' AND (requests.id IS NULL OR requests.completed_at IS NOT NULL)`,
  'I3: a job succeeded but its credits were not captured': `
    SELECT requests.id FROM generation.requests
      LEFT JOIN billing.holds ON holds.id = requests.id
     WHERE requests.state = 'succeeded' AND holds.state IS DISTINCT FROM 'captured'`,
  'I3: a job failed or was canceled but its credits were not released': `
    SELECT requests.id FROM generation.requests
      LEFT JOIN billing.holds ON holds.id = requests.id
     WHERE requests.state IN ('failed', 'canceled') AND holds.state IS DISTINCT FROM 'released'`,
  'I3: a rejected job has a hold': `
    SELECT requests.id FROM generation.requests
      JOIN billing.holds ON holds.id = requests.id
     WHERE requests.state = 'rejected' AND holds.state IN ('held', 'captured')`,
  'I3: a job runs without a hold': `
    SELECT requests.id FROM generation.requests
      LEFT JOIN billing.holds ON holds.id = requests.id
     WHERE requests.state NOT IN ('awaiting_payment', 'accepting', 'rejected') AND holds.id IS NULL`,
  'I5: a job has several live provider tasks': `
    SELECT request_id FROM generation.provider_tasks WHERE status = 'live' GROUP BY request_id HAVING count(*) > 1`,
};

/** The number of violations of each invariant that does not hold. */
export async function countViolations(client: Client): Promise<Record<string, number>> {
  await client.query('SET search_path = billing');
  const violations: Record<string, number> = {};
  for (const [name, query] of Object.entries(INVARIANT_QUERIES)) {
    const { rowCount } = await client.query(query);
    if (rowCount) violations[name] = rowCount;
  }
  return violations;
}
