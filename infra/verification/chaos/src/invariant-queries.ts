/**
 * The invariants across schemas, checked as the superuser while the stack is idle. Each query selects the rows that violate
 * one. Services check the parts that they own.
 */
export const INVARIANT_QUERIES: Record<string, string> = {
  'I1: a balance is negative': `
    SELECT user_id FROM billing.accounts WHERE available < 0 OR held < 0`,
  'I1: the available credits are not the sum of the transactions': `
    SELECT user_id FROM billing.accounts
      LEFT JOIN (SELECT user_id, sum(amount) AS total FROM billing.transactions GROUP BY user_id) AS statement
      USING (user_id)
     WHERE available <> coalesce(total, 0)`,
  'I1: the held credits are not the sum of the open holds': `
    SELECT user_id FROM billing.accounts
      LEFT JOIN (SELECT user_id, sum(credits) AS total FROM billing.holds WHERE state = 'held' GROUP BY user_id) AS open
      USING (user_id)
     WHERE held <> coalesce(total, 0)`,
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
  'I4: a paid order was not granted exactly once': `
    SELECT orders.id FROM billing.orders
      LEFT JOIN billing.payments ON payments.order_id = orders.id AND payments.state = 'granted'
      LEFT JOIN billing.lots ON lots.payment_id = payments.id
     WHERE orders.state = 'paid' GROUP BY orders.id HAVING count(lots.id) <> 1`,
  'I5: a job has several live provider tasks': `
    SELECT request_id FROM generation.provider_tasks WHERE status = 'live' GROUP BY request_id HAVING count(*) > 1`,
};
