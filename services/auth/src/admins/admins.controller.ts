import { authCalls } from '@luit/contracts/auth/messages';
import type { SecondFactorProof } from '@luit/contracts/auth/operators';
import type { Device } from '@luit/contracts/auth/sessions';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { AdminEmails } from './admin-emails';
import type { OperatorSessionId } from '../second-factors/second-factors.service';
import { AdminSessionsService } from './admin-sessions.service';
import { type AdminSignIn, AdminsService } from './admins.service';

@Controller()
export class AdminsController {
  constructor(
    private readonly admins: AdminsService,
    private readonly emails: AdminEmails,
    private readonly sessions: AdminSessionsService,
  ) {}

  @OnCall(authCalls.adminSignIn)
  signIn(request: { email: string; password: string; device: Device }): Promise<AdminSignIn> {
    return this.admins.signIn(request);
  }

  @OnCall(authCalls.checkAdminSession)
  checkSession(request: {
    adminId: string;
    sessionId: string;
    isBackground?: boolean;
  }): ReturnType<AdminSessionsService['check']> {
    return this.sessions.check(request);
  }

  @OnCall(authCalls.getOperatorIdentity)
  identity(session: OperatorSessionId) {
    return this.sessions.identityOf(session);
  }

  @OnCall(authCalls.verifySecondFactor)
  verifySecondFactor(request: OperatorSessionId & { proof: SecondFactorProof; device: Device }) {
    return this.sessions.verify(request);
  }

  @OnCall(authCalls.getAdminEmails)
  getEmails({ adminIds }: { adminIds: string[] }): Promise<{ emails: Record<string, string> }> {
    return this.emails.byId(adminIds);
  }

  @OnCall(authCalls.adminSignOut)
  async signOut(request: { adminId: string; sessionId: string }): Promise<Record<string, never>> {
    await this.admins.signOut(request);
    return {};
  }
}
