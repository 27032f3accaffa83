import { authCalls } from '@luit/contracts/auth/messages';
import type { Device, PasswordResetSession } from '@luit/contracts/auth/sessions';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { PasswordChangesService } from './password-changes.service';
import { PasswordResetsService } from './password-resets.service';

@Controller()
export class PasswordResetsController {
  constructor(
    private readonly passwordResets: PasswordResetsService,
    private readonly passwordChanges: PasswordChangesService,
  ) {}

  @OnCall(authCalls.requestPasswordReset)
  async forgot(request: { email: string }): Promise<Record<string, never>> {
    await this.passwordResets.forgot(request);
    return {};
  }

  @OnCall(authCalls.redeemPasswordReset)
  recover(request: { token: string; device: Device }): Promise<PasswordResetSession> {
    return this.passwordResets.recover(request);
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
