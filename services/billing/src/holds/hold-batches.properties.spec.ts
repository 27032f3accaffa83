import { LuitError } from '@luit/contracts/errors';
import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import type { NewHold, Posting } from '../ledger/ledger.service';
import { type TestLedger, startTestLedger } from '../testing/billing-test-app';
import { expectInvariantsHold } from '../testing/expect-invariants';

/** `npm run verify -- slow` runs 1,000. */
const HISTORIES = Number(process.env.PROPERTY_HISTORIES ?? 30);
const SEED = Number(process.env.PROPERTY_SEED ?? Date.now() % 2 ** 31);
const PARAMETERS = { seed: SEED, numRuns: Math.ceil(HISTORIES / 4), endOnFailure: process.env.PROPERTY_SHRINK !== '1' };
const TIMEOUT_MS = 60_000 + HISTORIES * 200;

const USERS = 4;
const HOLDS = 30;
const SIBLINGS = 3;
const DAY_MS = 86_400_000;
const DEBT = 25;

interface RequestedHold {
  user: number;
  hold: number;
  /** The number of equal holds that are placed with it or not at all. */
  siblings: number;
  credits: number;
  description: string;
  /** An API key of the user; the last one belongs to the next user. Null for none. */
  key: number | null;
}

const KEYS = 2;

const user = fc.integer({ min: 0, max: USERS - 1 });
const requestedHold: fc.Arbitrary<RequestedHold> = fc.record({
  user,
  hold: fc.nat(HOLDS - 1),
  siblings: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(SIBLINGS) }),
  credits: fc.integer({ min: 1, max: 40 }),
  description: fc.constantFrom('A video', 'Another video'),
  key: fc.oneof(
    { weight: 5, arbitrary: fc.constant(null) },
    { weight: 5, arbitrary: fc.nat(KEYS - 1) },
    { weight: 1, arbitrary: fc.constant(KEYS) },
  ),
});
const limit = fc.option(fc.integer({ min: 0, max: 120 }));
/** The budget of a key; null without one. */
type Budget = { monthlyCredits: number | null; totalCredits: number | null } | null;
interface Past {
  lotsOfUser: { minLength: number; maxLength: number };
  lotCredits: { min: number; max: number };
  /** One in so many lots has expired. */
  expiredEvery: number;
  earlierHolds: { minLength: number; maxLength: number };
  owing: fc.Arbitrary<number | null>;
  /** The budget of each key. */
  budget: fc.Arbitrary<Budget>;
  /** Open holds for each one that has ended in each way. */
  openHolds: number;
}
const startWith = ({ lotsOfUser, lotCredits, expiredEvery, budget, earlierHolds, owing, openHolds }: Past) => {
  const days = fc.oneof(
    { weight: expiredEvery - 1, arbitrary: fc.constantFrom<Days>(null, 1, 2) },
    { weight: 1, arbitrary: fc.constant<Days>('expired') },
  );
  const end = fc.oneof(
    { weight: openHolds, arbitrary: fc.constant('held') },
    { weight: 3, arbitrary: fc.constantFrom('captured', 'released', 'released first') },
  );
  const lot = fc.record({ credits: fc.integer(lotCredits), days });
  return fc.record({
    /** The lots of each user; a user without lots has no account. */
    lots: fc.array(fc.array(lot, lotsOfUser), { minLength: USERS, maxLength: USERS }),
    /** The budgets of each user's keys. */
    budgets: fc.array(fc.array(budget, { minLength: KEYS, maxLength: KEYS }), { minLength: USERS, maxLength: USERS }),
    /** Earlier operations that batches repeat or collide with. */
    earlier: fc.uniqueArray(fc.record({ placed: requestedHold, end }), {
      ...earlierHolds,
      selector: ({ placed }) => placed.hold,
    }),
    owing,
    closed: fc.option(user, { freq: 1 }),
  });
};
/** Until a lot expires; null if never. */
type Days = number | null | 'expired';
/** Credits are scarce, so that holds are refused. */
const BEFORE_HOLDS: Past = {
  lotsOfUser: { minLength: 0, maxLength: 4 },
  lotCredits: { min: 1, max: 60 },
  expiredEvery: 4,
  budget: fc.option(fc.record({ monthlyCredits: limit, totalCredits: limit }), { freq: 6 }),
  earlierHolds: { minLength: 0, maxLength: 4 },
  owing: fc.option(user),
  openHolds: 1,
};
/** Most holds are open, so that several can end together. */
const BEFORE_ENDS: Past = {
  lotsOfUser: { minLength: 1, maxLength: 4 },
  lotCredits: { min: 100, max: 400 },
  expiredEvery: 10,
  budget: fc.constant({ monthlyCredits: null, totalCredits: null }),
  earlierHolds: { minLength: 12, maxLength: 20 },
  // A batch repays a debt once, and not from the same lots as several releases.
  owing: fc.constant(null),
  openHolds: 15,
};
type Start = ReturnType<typeof startWith> extends fc.Arbitrary<infer T> ? T : never;

/** Mostly of a hold that was placed earlier, by its position, and by its owner. Some holds are given twice or have ended. */
const otherUser = fc.oneof({ weight: 9, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: user });
const reportedEnd = fc.record({
  placed: fc.nat(19),
  otherUser,
  returnedAs: fc.constantFrom(null, 'Refund', 'Refund: canceled'),
});
type ReportedEnd = typeof reportedEnd extends fc.Arbitrary<infer T> ? T : never;

describe(`holds in batches (PROPERTY_SEED=${SEED})`, () => {
  let fixture: TestLedger;

  beforeAll(async () => {
    fixture = await startTestLedger();
  });

  afterAll(() => fixture.close());

  /** A set of users and holds of its own, so that the same history can run twice. */
  class World {
    private readonly users = Array.from({ length: USERS }, () => uuidv7()).sort();
    private readonly holds = Array.from({ length: HOLDS * (1 + SIBLINGS) }, () => uuidv7());
    private readonly keys = Array.from({ length: USERS * KEYS }, () => uuidv7());
    private placed: RequestedHold[] = [];

    async prepare({ lots, budgets, earlier, owing, closed }: Start): Promise<this> {
      this.placed = earlier.map(({ placed }) => placed);
      for (const [index, ofUser] of lots.entries()) {
        for (const { credits, days } of ofUser) await this.grant(this.users[index]!, credits, days);
      }
      for (const [n, limits] of budgets.flat().entries()) {
        const values = [this.keys[n], this.users[Math.floor(n / KEYS)], JSON.stringify(limits)];
        if (limits) await fixture.source.query(`SELECT set_api_key_budget($1, $2, $3)`, values);
      }
      for (const { placed, end } of earlier) {
        const { holdId, userId, credits, description, apiKeyId } = this.newHold(placed);
        if (end !== 'released first')
          await fixture.ledger.hold(holdId, userId, credits, description, apiKeyId).catch(ignoreRefusal);
        if (end === 'captured') await fixture.ledger.capture(holdId, userId).catch(ignoreRefusal);
        if (end.startsWith('released')) await fixture.ledger.release(holdId, userId, 'Refund').catch(ignoreRefusal);
      }
      await fixture.source.query(
        `UPDATE lots SET expires_at = now() - interval '1 second' WHERE user_id = ANY ($1) AND expires_at < now() + interval '1 hour'`,
        [this.users],
      );
      if (owing !== null) await this.disputePayment(this.users[owing]!);
      if (closed !== null) await fixture.source.query(`SELECT close_account($1)`, [this.users[closed]]);
      return this;
    }

    newHold({ user: owner, hold, siblings, credits, description, key }: RequestedHold): NewHold {
      const apiKeyId = key === null ? undefined : this.keys[(owner * KEYS + key) % this.keys.length];
      const holdId = this.holds[hold]!;
      const siblingIds = Array.from({ length: siblings }, (_, i) => this.holds[hold + HOLDS * (i + 1)]!);
      return { holdId, siblingIds, userId: this.users[owner]!, credits, description, apiKeyId, correlation: null };
    }

    /** Captures or releases the holds in one batch, and checks which events are handled. @returns the state or error of each */
    async end(reported: ReportedEnd[]): Promise<string[]> {
      const ends = reported.map(({ placed, otherUser: by, returnedAs }) => {
        const { user: placedBy, hold } = this.placed[placed % this.placed.length] ?? { user: 0, hold: 0 };
        const holdId = this.holds[hold]!;
        return { eventId: uuidv7(), holdId, userId: this.users[by ?? placedBy]!, returnedAs, correlation: null };
      });
      const states = await fixture.ledger.settleHolds(ends, true);
      const handled = await fixture.source.query<{ event_id: string }[]>(
        `SELECT event_id FROM inbox WHERE event_id = ANY ($1) ORDER BY event_id`,
        [ends.map(({ eventId }) => eventId)],
      );
      const settled = ends.filter((_, i) => typeof states[i] === 'string').map(({ eventId }) => eventId);
      expect(handled.map((row) => row.event_id)).toEqual(settled);
      return states.map((state) => (typeof state === 'string' ? state : state.code));
    }

    /** The results without the ids that differ between worlds: a posting by the number of its transaction. */
    describeResults(results: (Posting | LuitError)[]): unknown[] {
      const seen: string[] = [];
      return results.map((result) => {
        if (result instanceof LuitError) return { code: result.code, details: result.details };
        if (!seen.includes(result.transactionId)) seen.push(result.transactionId);
        return { transaction: seen.indexOf(result.transactionId), balance: result.balance };
      });
    }

    /** The ledger after all expired lots were booked out, with positions instead of ids. */
    async ledger(): Promise<unknown> {
      await fixture.source.query(`SELECT expire_lots(user_id, NULL) FROM accounts WHERE user_id = ANY ($1)`, [
        this.users,
      ]);
      const query = (sql: string) => fixture.source.query<unknown[]>(sql, [this.users, this.holds]);
      return {
        accounts: await query(
          `SELECT array_position($1::uuid[], user_id) AS owner, available, held, receivable FROM accounts
            WHERE user_id = ANY ($1) AND $2::uuid[] IS NOT NULL ORDER BY owner`,
        ),
        budgets: await fixture.source.query<unknown[]>(
          `SELECT array_position($1::uuid[], key_id) AS key, used,
                  (SELECT count(*) FROM holds h WHERE h.api_key_id = m.key_id AND h.state <> 'released') AS holds
             FROM api_key_months m WHERE key_id = ANY ($1) AND used > 0 ORDER BY key`,
          [this.keys],
        ),
        lots: await query(
          `SELECT array_position($1::uuid[], l.user_id) AS owner, kind, credits, remaining, held,
                  (SELECT jsonb_agg(jsonb_build_array(array_position($2::uuid[], hold_id), p.credits) ORDER BY 1, hold_id)
                     FROM hold_lots p WHERE p.lot_id = l.id) AS parts
             FROM lots l WHERE user_id = ANY ($1) ORDER BY owner, l.created_at, l.id`,
        ),
        holds: await query(
          `SELECT array_position($2::uuid[], id) AS hold, array_position($1::uuid[], user_id) AS owner, credits, state,
                  EXISTS (SELECT FROM transfers f WHERE f.id = transfer_id AND f.idempotency_key = 'hold:' || holds.id) AS posted
             FROM holds WHERE id = ANY ($2) ORDER BY hold`,
        ),
        statement: await query(
          `SELECT array_position($1::uuid[], user_id) AS owner, type, amount, description,
                  array_position($2::uuid[], hold_id) AS hold, balance_after, held_after
             FROM transactions WHERE user_id = ANY ($1) AND type IN ('usage', 'refund') ORDER BY owner, seq`,
        ),
        transfers: await query(
          `SELECT kind, array_position($2::uuid[], reference::uuid) AS hold, array_position($1::uuid[], user_id) AS owner,
                  amount, state, pending_id = (SELECT transfer_id FROM holds WHERE id = reference::uuid) AS is_of_hold,
                  encode(input_hash, 'hex') = encode(input_hash(to_jsonb(user_id)), 'hex') AS is_hashed
             FROM transfers WHERE user_id = ANY ($1) AND kind IN ('hold', 'capture', 'release') ORDER BY hold, kind`,
        ),
        reported: await query(
          `SELECT kind, array_position($2::uuid[], (payload ->> 'holdId')::uuid) AS hold, payload ->> 'state' AS state,
                  payload -> 'credits' AS credits, array_position($1::uuid[], (payload ->> 'userId')::uuid) AS owner
             FROM outbox WHERE name = 'billing.holdSettled' AND (payload ->> 'userId')::uuid = ANY ($1) ORDER BY hold`,
        ),
        published: await query(
          `SELECT DISTINCT ON (payload ->> 'userId') kind, array_position($1::uuid[], (payload ->> 'userId')::uuid) AS owner,
                  payload -> 'balance' AS balance, array_position($2::uuid[], (payload ->> 'referenceId')::uuid) AS hold
             FROM outbox WHERE name = 'billing.balanceChanged' AND payload ->> 'reason' = 'release'
              AND (payload ->> 'userId')::uuid = ANY ($1) ORDER BY payload ->> 'userId', seq DESC`,
        ),
      };
    }

    /** A user who has an account spends what is left, and then owes credits. */
    private async disputePayment(userId: string): Promise<void> {
      const [account] = await fixture.source.query<{ available: string }[]>(
        `SELECT (expire_lots(user_id, NULL)).available FROM accounts WHERE user_id = $1`,
        [userId],
      );
      if (!account) return;
      const credits = Number(account.available);
      if (credits > 0) await fixture.ledger.deduct(uuidv7(), userId, credits, 'A video');
      await fixture.source.query(`SELECT claw_back_credits(uuidv7(), $1, 'disputed', $2, 0, 'Dispute', NULL)`, [
        userId,
        DEBT,
      ]);
    }

    private async grant(userId: string, credits: number, days: Days): Promise<void> {
      const inDays = days === 'expired' ? 0.01 : days;
      const expiresAt = inDays === null ? null : new Date(Date.now() + inDays * DAY_MS);
      await fixture.ledger.grant({ key: uuidv7(), userId, credits, description: 'Gift', expiresAt });
    }
  }

  it(
    `a batch leaves the same ledger and refuses the same holds as one after the other [SRV-05]`,
    async () => {
      const batches = fc.array(fc.array(requestedHold, { minLength: 1, maxLength: 25 }), {
        minLength: 1,
        maxLength: 3,
      });
      const property = fc.asyncProperty(startWith(BEFORE_HOLDS), batches, async (from, requested) => {
        const [one, other] = await Promise.all([new World().prepare(from), new World().prepare(from)]);
        for (const batch of requested) {
          const together = await fixture.ledger.placeHolds(
            batch.map((hold) => one.newHold(hold)),
            true,
          );
          const alone: (Posting | LuitError)[] = [];
          for (const hold of batch) alone.push(...(await fixture.ledger.placeHolds([other.newHold(hold)], true)));
          expect(one.describeResults(together)).toEqual(other.describeResults(alone));
        }
        expect(await one.ledger()).toEqual(await other.ledger());
      });
      await fc.assert(property, PARAMETERS);
      await expectInvariantsHold(fixture.source);
    },
    TIMEOUT_MS,
  );

  it(
    `captures and releases in batches leave the same ledger as one after the other [I2]`,
    async () => {
      const batches = fc.array(fc.array(reportedEnd, { minLength: 2, maxLength: 8 }), { minLength: 2, maxLength: 4 });
      const property = fc.asyncProperty(startWith(BEFORE_ENDS), batches, async (from, reported) => {
        const [one, other] = await Promise.all([new World().prepare(from), new World().prepare(from)]);
        for (const batch of reported) {
          const alone: string[] = [];
          for (const end of batch) alone.push(...(await other.end([end])));
          expect(await one.end(batch)).toEqual(alone);
        }
        expect(await one.ledger()).toEqual(await other.ledger());
      });
      await fc.assert(property, PARAMETERS);
      await expectInvariantsHold(fixture.source);
    },
    TIMEOUT_MS,
  );
});

function ignoreRefusal(error: unknown): undefined {
  if (!(error instanceof LuitError)) throw error;
}
