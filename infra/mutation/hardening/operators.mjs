import { auth, billing, gateway, group } from './guards.mjs';

const access = gateway('identities/operator-access.ts');
const matrix = gateway('identities/route-matrix.spec.ts');
const service = auth('operators/operators.service.ts');
const operatorsSpec = auth('operators/operators.spec.ts');
const factorsSpec = auth('second-factors/second-factors.spec.ts');
const unapproved = billing('approvals/unapproved-amounts.service.ts');
const unapprovedSpec = billing('approvals/unapproved-amounts.spec.ts');

export const operators = group('operators', [
  {
    name: 'the role of an operator is not checked',
    file: access,
    find: '  requireRole(role, permission);\n',
    replace: '',
    spec: matrix,
    test: 'read_only: every route in every state of the second factor',
  },
  {
    name: 'a session whose second factor is not verified may do everything',
    file: access,
    find: "if (secondFactor === 'to_verify' && from !== 'password')",
    replace: 'if (false)',
    spec: matrix,
    test: 'owner: every route in every state of the second factor',
  },
  {
    name: 'a session without a required second factor may do everything',
    file: access,
    find: "if (secondFactor === 'to_set_up' && from === undefined)",
    replace: 'if (false)',
    spec: matrix,
    test: 'owner: every route in every state of the second factor',
  },
  {
    name: 'money actions need no fresh second factor',
    file: access,
    find: "if (needsStepUp && secondFactor !== 'to_set_up'",
    replace: 'if (false && needsStepUp',
    spec: matrix,
    test: 'owner: every route in every state of the second factor',
  },
  {
    name: 'a second factor stays fresh',
    file: access,
    find: 'secondsSinceSecondFactor <= STEP_UP_SECONDS',
    replace: 'secondsSinceSecondFactor < Infinity',
    spec: matrix,
    test: 'owner: every route in every state of the second factor',
  },
  {
    name: 'a large grant needs no fresh second factor',
    file: gateway('admin/users/user-directory.service.ts'),
    find: '    if (change > STEP_UP_CREDITS) requireStepUp(admin);\n',
    replace: '',
    spec: gateway('admin/users/user-directory.spec.ts'),
    test: 'a large change of credits needs a fresh second factor, a small one does not',
  },
  {
    name: 'a code of an authenticator app is accepted again',
    file: auth('second-factors/totp.service.ts'),
    find: ' AND last_step < $2',
    replace: '',
    spec: factorsSpec,
    test: 'a code is accepted once, and no older code after it',
  },
  {
    name: 'a recovery code is accepted again',
    file: auth('second-factors/recovery-codes.ts'),
    find: 'AND code_hash = $2 AND used_at IS NULL',
    replace: 'AND code_hash = $2',
    spec: factorsSpec,
    test: 'a recovery code works once, in any notation, and another set replaces it',
  },
  {
    name: 'codes can be guessed without a limit',
    file: auth('second-factors/second-factors.service.ts'),
    find: 'await this.attempts.check(`second_factor:${adminId}`, () => this.isCorrect(session, proof))',
    replace: 'await this.isCorrect(session, proof)',
    spec: factorsSpec,
    test: 'guessing is throttled, and an empty proof is wrong',
  },
  {
    name: 'a passkey challenge is accepted again',
    file: auth('second-factors/passkeys.service.ts'),
    find: 'SET passkey_challenge = NULL, passkey_challenge_at = NULL',
    replace: 'SET passkey_challenge = passkey_challenge',
    spec: factorsSpec,
    test: 'an unknown passkey is refused, and a challenge answers once',
  },
  {
    name: 'the last owner can be demoted',
    file: service,
    find: "if (isLastOwner && (next.role !== 'owner' || next.isDisabled))",
    replace: 'if (false)',
    spec: operatorsSpec,
    test: 'the last owner keeps the role and cannot be disabled',
  },
  {
    name: 'two owners can demote each other',
    file: service,
    find: ' ORDER BY id FOR UPDATE',
    replace: ' ORDER BY id',
    spec: operatorsSpec,
    test: 'two owners who demote each other at once leave one',
  },
  {
    name: 'a disabled operator signs in',
    file: auth('admins/admins.service.ts'),
    find: 'isCorrect && !admin.disabledAt',
    replace: 'isCorrect',
    spec: operatorsSpec,
    test: 'another role applies to open sessions, and a disabled operator has none and cannot sign in',
  },
  {
    name: 'an expired invitation is accepted',
    file: auth('operators/operator-invitations.service.ts'),
    find: 'revoked_at IS NULL AND expires_at > now() RETURNING 1',
    replace: 'revoked_at IS NULL RETURNING 1',
    spec: operatorsSpec,
    test: 'a link stops working when it is resent, revoked or three days old',
  },
  {
    name: 'small amounts are not added up',
    file: unapproved,
    find: 'if (highest.before + highest.amount > limit)',
    replace: 'if (highest.amount > limit)',
    spec: unapprovedSpec,
    test: 'changes of credits need approval once their sum is above the limit, whatever their direction',
  },
  {
    name: 'two amounts at once both pass',
    file: unapproved,
    find: "    await manager.query(`SELECT pg_advisory_xact_lock(hashtext('unapproved_amounts'), hashtext($1))`, [adminId]);\n",
    replace: '',
    spec: unapprovedSpec,
    test: 'of two changes at once that are too much together, one is made',
  },
  {
    name: 'a refund of a payment is not counted',
    file: billing('refunds/refunds.service.ts'),
    find: '      if (!approvedBy) {',
    replace: '      if (false) {',
    spec: unapprovedSpec,
    test: 'refunds of payments are counted in paise, and a refused one takes and returns nothing',
  },
]);
