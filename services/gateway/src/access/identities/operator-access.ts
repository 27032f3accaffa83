import type { OperatorSession } from '@luit/contracts/auth/admins';
import {
  isPermitted,
  type OperatorRole,
  type Permission,
  ruleOf,
  STEP_UP_SECONDS,
} from '@luit/contracts/auth/operator-permissions';
import { LuitError } from '@luit/contracts/errors';
import type { Operator } from './token.strategy';

/**
 * Checks the permission of a route against the role and the second factor of a session.
 *
 * @throws LuitError `forbidden`, `second_factor_required`, `step_up_required`
 */
export function requirePermission(session: OperatorSession, permission: Permission): void {
  const { from, needsStepUp } = ruleOf(permission);
  const { role, secondFactor } = session;
  if (secondFactor === 'to_verify' && from !== 'password') throw secondFactorRequired(secondFactor);
  if (secondFactor === 'to_set_up' && from === undefined) throw secondFactorRequired(secondFactor);
  requireRole(role, permission);
  if (needsStepUp && secondFactor !== 'to_set_up' && !hasFreshSecondFactor(session)) throw stepUpRequired();
}

/** @throws LuitError `forbidden` */
export function requireRole(role: OperatorRole, permission: Permission): void {
  if (!isPermitted(role, permission))
    throw new LuitError('forbidden', 'Your role does not permit this.', { details: { permission, role } });
}

/** For actions that need step-up only beyond a limit. @throws LuitError `step_up_required` */
export function requireStepUp(operator: Pick<Operator, 'hasFreshSecondFactor'>): void {
  if (!operator.hasFreshSecondFactor) throw stepUpRequired();
}

/** True once the sign-in is complete, including a second factor if one is needed. */
export function isComplete({ secondFactor }: OperatorSession): boolean {
  return secondFactor === 'verified' || secondFactor === 'not_required';
}

export function hasFreshSecondFactor({ secondFactor, secondsSinceSecondFactor }: OperatorSession): boolean {
  if (secondFactor === 'not_required') return true;
  return (
    secondFactor === 'verified' && secondsSinceSecondFactor !== null && secondsSinceSecondFactor <= STEP_UP_SECONDS
  );
}

function secondFactorRequired(state: OperatorSession['secondFactor']): LuitError {
  const text =
    state === 'to_verify'
      ? 'Please confirm your sign-in with your second factor.'
      : 'Please set up a second factor to continue.';
  return new LuitError('second_factor_required', text, { details: { state } });
}

function stepUpRequired(): LuitError {
  return new LuitError('step_up_required', 'Please confirm this with your second factor.');
}
