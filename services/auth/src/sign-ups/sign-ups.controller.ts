import { authCalls } from '@luit/contracts/auth/messages';
import type { Device, IssuedSession } from '@luit/contracts/auth/sessions';
import type { User } from '@luit/contracts/auth/users';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { SignUpsService } from './sign-ups.service';

@Controller()
export class SignUpsController {
  constructor(private readonly signUps: SignUpsService) {}

  @OnCall(authCalls.signUp)
  signUp(request: RequestOf<typeof authCalls.signUp>): Promise<{
    requires_email_confirmation: true;
    user: User;
    device_token: string;
  }> {
    return this.signUps.signUp(request);
  }

  @OnCall(authCalls.confirmEmail)
  confirm(request: { token: string; password?: string; device: Device }): Promise<IssuedSession> {
    return this.signUps.confirm(request);
  }

  @OnCall(authCalls.resendConfirmation)
  async resend(request: { email: string }): Promise<Record<string, never>> {
    await this.signUps.resend(request);
    return {};
  }
}
