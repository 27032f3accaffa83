import { authCalls } from '@luit/contracts/auth/messages';
import type { OperatorRole } from '@luit/contracts/auth/operator-permissions';
import type { Device } from '@luit/contracts/auth/sessions';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import type { OperatorSessionId } from '../second-factors/second-factors.service';
import { OperatorInvitationsService } from './operator-invitations.service';
import { OperatorProfilesService } from './operator-profiles.service';
import { OperatorsService } from './operators.service';

type None = Record<string, never>;

@Controller()
export class OperatorsController {
  constructor(
    private readonly operators: OperatorsService,
    private readonly invitations: OperatorInvitationsService,
    private readonly profiles: OperatorProfilesService,
  ) {}

  @OnCall(authCalls.listOperators)
  async list() {
    return { operators: await this.operators.list(), invitations: await this.invitations.list() };
  }

  @OnCall(authCalls.changeOperator)
  async change(request: { adminId: string; operatorId: string; role?: OperatorRole; isDisabled?: boolean }) {
    return { operator: await this.operators.change(request) };
  }

  @OnCall(authCalls.signOutOperator)
  signOut(request: { adminId: string; operatorId: string }) {
    return this.operators.signOut(request);
  }

  @OnCall(authCalls.resetSecondFactors)
  async resetSecondFactors(request: { adminId: string; operatorId: string }): Promise<None> {
    await this.operators.resetSecondFactors(request);
    return {};
  }

  @OnCall(authCalls.inviteOperator)
  async invite(request: { adminId: string; email: string; role: OperatorRole }) {
    return { invitation: await this.invitations.invite(request) };
  }

  @OnCall(authCalls.resendInvitation)
  async resend(request: { adminId: string; invitationId: string }) {
    return { invitation: await this.invitations.resend(request) };
  }

  @OnCall(authCalls.revokeInvitation)
  async revoke(request: { adminId: string; invitationId: string }): Promise<None> {
    await this.invitations.revoke(request);
    return {};
  }

  @OnCall(authCalls.acceptInvitation)
  accept(request: { token: string; name: string; password: string; device: Device }) {
    return this.invitations.accept(request);
  }

  @OnCall(authCalls.getOperatorProfile)
  profile(session: OperatorSessionId) {
    return this.profiles.get(session);
  }

  @OnCall(authCalls.changeOperatorName)
  async changeName(request: { adminId: string; name: string }): Promise<None> {
    await this.profiles.changeName(request);
    return {};
  }

  @OnCall(authCalls.changeOperatorPassword)
  async changePassword(
    request: OperatorSessionId & { currentPassword: string; password: string; device: Device },
  ): Promise<None> {
    await this.profiles.changePassword(request);
    return {};
  }

  @OnCall(authCalls.revokeOperatorSession)
  async revokeSession(request: OperatorSessionId & { revokedId: string }): Promise<None> {
    await this.profiles.revokeSession(request);
    return {};
  }
}
