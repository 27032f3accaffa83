import { firstIdOf } from '@luit/platform/retention/expired-rows';
import type { Invariant } from './invariant';

/** SQL: redemption `d` was written between the times $1 and $2. */
const IS_NEW = `d.transfer_id >= ${firstIdOf('$1::timestamptz')}
  AND d.transfer_id < ${firstIdOf(`$2::timestamptz + interval '1 second'`)}`;

/** Credits given away are limited, and every redemption is in the ledger. */
export const PROMO_CODE_INVARIANTS: Invariant[] = [
  {
    invariant: 'I1',
    // A constraint of the table keeps its second half.
    name: 'a promotional code counts its redemptions, and they do not exceed its limit',
    table: 'promo_codes',
    key: 'id',
    keyType: 'uuid',
    changed: `SELECT d.promo_code_id FROM promo_code_redemptions d WHERE ${IS_NEW}`,
    violation: 'r.redemptions <> (SELECT count(*) FROM promo_code_redemptions d WHERE d.promo_code_id = r.id)',
  },
  {
    invariant: 'I1',
    name: 'a redemption granted the credits of its code to its user',
    table: 'promo_code_redemptions',
    key: 'transfer_id',
    keyType: 'uuid',
    changed: `SELECT d.transfer_id FROM promo_code_redemptions d WHERE ${IS_NEW}`,
    violation: `NOT EXISTS (SELECT FROM transfers f JOIN promo_codes c ON c.id = r.promo_code_id
      WHERE f.id = r.transfer_id AND f.user_id = r.user_id AND f.kind = 'grant' AND f.amount = c.credits)`,
  },
];
