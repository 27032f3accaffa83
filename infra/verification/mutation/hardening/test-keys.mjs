import { auth, gateway, generation, group } from './guards.mjs';

const totals = 'services/billing/sql/daily-totals.sql';
const credits = 'services/billing/src/ledger/test-credits.spec.ts';
const requests = generation('requests/test-requests.spec.ts');

export const testKeys = group('test-keys', [
  {
    name: 'a test key acts for the account of its owner',
    file: gateway('access/identities/api-key.guard.ts'),
    find: `mode === 'test' ? testAccountOf(userId) : userId`,
    replace: 'userId',
    spec: gateway('access/identities/api-keys.spec.ts'),
    test: 'a test key acts for the test account',
  },
  {
    name: 'captured test credits are in the totals',
    file: totals,
    find: `IF NOT is_test_account(NEW.user_id) THEN INSERT INTO daily_total_deltas (credits_used) VALUES (NEW.credits); END IF;`,
    replace: `INSERT INTO daily_total_deltas (credits_used) VALUES (NEW.credits);`,
    spec: credits,
    test: 'test credits are in no total',
  },
  {
    name: 'a request that waited for another one of the day gets test credits again',
    file: 'services/billing/sql/test-accounts.sql',
    find: 'IF NOT FOUND OR account.available >= p_allowance THEN RETURN; END IF;',
    replace: 'IF account.available >= p_allowance THEN RETURN; END IF;',
    spec: credits,
    test: 'a request that waited while another one',
  },
  {
    name: 'a real provider takes a test request',
    file: generation('requests/insertion.service.ts'),
    find: 'isTestAccount(userId) ? TEST_PROVIDER : await this.selection.preferred(model)',
    replace: 'await this.selection.preferred(model)',
    spec: requests,
    test: 'the test provider takes them',
  },
  {
    name: 'a real provider takes over a test request',
    file: generation('providers/provider-selection.service.ts'),
    find: 'provider === TEST_PROVIDER ? [TEST_PROVIDER] : this.candidatesOf(model, manager)',
    replace: 'this.candidatesOf(model, manager)',
    spec: requests,
    test: 'no real provider takes over',
  },
  {
    name: 'tests are never erased',
    file: generation('erasures/erasures.service.ts'),
    find: 'await this.enqueue(IS_OLD_TEST);',
    replace: '',
    spec: requests,
    test: 'a finished test is erased',
  },
  {
    name: 'the deletion of an account leaves its tests',
    file: auth('identity/account-deletions/deletion-steps.service.ts'),
    find: 'await Promise.all(accountsOf(userId).map(',
    replace: 'await Promise.all([userId].map(',
    spec: auth('identity/account-deletions/account-deletions.spec.ts'),
    test: 'the test account goes through the same steps',
  },
]);
