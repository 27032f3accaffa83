import { authCalls } from '@luit/contracts/auth/messages';
import type { Device, PasswordResetSession } from '@luit/contracts/auth/sessions';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { PasswordChangesService } from './password-changes.service';
import { PasswordResetsService } from './password-resets.service';

@Controller()
export class PasswordChangesController {
  constructor(
    private readonly passwordResets: PasswordResetsService,
    private readonly passwordChanges: PasswordChangesService,
  ) {}

  @OnCall(authCalls.requestPasswordReset)
  async requestReset(request: { email: string }): Promise<Record<string, never>> {
    await this.passwordResets.request(request);
    return {};
  }

  @OnCall(authCalls.redeemPasswordReset)
  redeem(request: { token: string; device: Device }): Promise<PasswordResetSession> {
    return this.passwordResets.redeem(request);
  }

  @OnCall(authCalls.setPassword)
  async setPassword(request: {
    userId: string;
    sessionId: string;
    password: string;
    currentPassword?: string;
    device: Device;
  }): Promise<{ revokedSessionIds: string[] }> {
    return { revokedSessionIds: await this.passwordChanges.set(request) };
  }
}
