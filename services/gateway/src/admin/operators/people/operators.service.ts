import { authCalls } from '@luit/contracts/auth/messages';
import type {
  InvitationAcceptanceBody,
  OperatorChangeBody,
  OperatorInvitationBody,
} from '@luit/contracts/auth/operators';
import { LuitError } from '@luit/contracts/errors';
import { CallClient } from '@luit/platform/calls/call-client';
import { Inject, Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type { FastifyRequest } from 'fastify';
import { deviceOf } from '../../../account/accounts/device-cookie';
import { CONFIG, type GatewayConfig } from '../../../config';
import type { Identity } from '../../../access/identities/token.strategy';
import { SignInLimiter } from '../../../access/limits/sign-in-limiter';

/** Operators and their invitations, for owners. */
@Injectable()
export class OperatorsService {
  constructor(
    private readonly calls: CallClient,
    private readonly limits: SignInLimiter,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {}

  list() {
    return this.calls.call(authCalls.listOperators, {});
  }

  /** @throws LuitError `not_found`, `conflict` for the last owner */
  change({ id: adminId }: Identity, operatorId: string, { role, isDisabled }: OperatorChangeBody) {
    return this.calls.call(authCalls.changeOperator, { adminId, operatorId: requireId(operatorId), role, isDisabled });
  }

  signOut({ id: adminId }: Identity, operatorId: string) {
    return this.calls.call(authCalls.signOutOperator, { adminId, operatorId: requireId(operatorId) });
  }

  resetSecondFactors({ id: adminId }: Identity, operatorId: string) {
    return this.calls.call(authCalls.resetSecondFactors, { adminId, operatorId: requireId(operatorId) });
  }

  /** @throws LuitError `email_taken`, `invalid_email` */
  invite({ id: adminId }: Identity, { email, role }: OperatorInvitationBody) {
    return this.calls.call(authCalls.inviteOperator, { adminId, email, role });
  }

  resend({ id: adminId }: Identity, invitationId: string) {
    return this.calls.call(authCalls.resendInvitation, { adminId, invitationId: requireId(invitationId) });
  }

  revoke({ id: adminId }: Identity, invitationId: string) {
    return this.calls.call(authCalls.revokeInvitation, { adminId, invitationId: requireId(invitationId) });
  }

  /** @throws LuitError `link_invalid_or_expired`, `weak_password`, `too_many_requests` */
  async accept({ token, name, password }: InvitationAcceptanceBody, request: FastifyRequest) {
    await this.limits.takeSignUp(request.ip);
    const device = deviceOf(request, this.config.webUrl.startsWith('https:'));
    return this.calls.call(authCalls.acceptInvitation, { token, name, password, device });
  }
}

function requireId(id: string): string {
  if (!isUUID(id)) throw new LuitError('not_found', 'Not found.');
  return id;
}
