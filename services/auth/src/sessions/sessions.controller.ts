import { authCalls } from '@luit/contracts/auth/messages';
import type { Device, DeviceSession, IssuedSession, RevokedSession } from '@luit/contracts/auth/sessions';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { RefreshTokensService } from './refresh-tokens.service';
import { SessionsService, type SignOutScope } from './sessions.service';
import { SignInsService } from './sign-ins.service';

@Controller()
export class SessionsController {
  constructor(
    private readonly signIns: SignInsService,
    private readonly sessions: SessionsService,
    private readonly refreshTokens: RefreshTokensService,
  ) {}

  @OnCall(authCalls.signIn)
  signIn(request: { email: string; password: string; device: Device }): Promise<IssuedSession> {
    return this.signIns.signIn(request);
  }

  @OnCall(authCalls.refresh)
  refresh(request: { refreshToken: string; device: Device }): Promise<IssuedSession> {
    return this.refreshTokens.refresh(request);
  }

  @OnCall(authCalls.signOut)
  async signOut(request: {
    userId: string;
    sessionId: string;
    scope: SignOutScope;
  }): Promise<{ revokedSessionIds: string[] }> {
    return { revokedSessionIds: await this.sessions.signOut(request) };
  }

  @OnCall(authCalls.listSessions)
  async list(request: { userId: string; sessionId: string }): Promise<{ sessions: DeviceSession[] }> {
    return { sessions: await this.sessions.list(request) };
  }

  @OnCall(authCalls.revokeSession)
  async revokeOne(request: { userId: string; sessionId: string }): Promise<Record<string, never>> {
    await this.sessions.revokeOne(request);
    return {};
  }

  @OnCall(authCalls.listRevokedSessions)
  async listRevoked(request: { withinSeconds: number }): Promise<{ sessions: RevokedSession[] }> {
    return { sessions: await this.sessions.listRevoked(request) };
  }
}
