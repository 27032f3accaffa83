import { authCalls, type Device, type RecoverySession } from '@luit/contracts/auth';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { NewPasswordsService } from './new-passwords.service';
import { RecoveriesService } from './recoveries.service';

@Controller()
export class RecoveriesController {
  constructor(
    private readonly recoveries: RecoveriesService,
    private readonly newPasswords: NewPasswordsService,
  ) {}

  @OnCall(authCalls.forgot)
  async forgot(request: { email: string }): Promise<Record<string, never>> {
    await this.recoveries.forgot(request);
    return {};
  }

  @OnCall(authCalls.recover)
  recover(request: { token: string; device: Device }): Promise<RecoverySession> {
    return this.recoveries.recover(request);
  }

  @OnCall(authCalls.setPassword)
  async setPassword(request: {
    userId: string;
    sessionId: string;
    password: string;
    currentPassword?: string;
    device: Device;
  }): Promise<{ endedSessionIds: string[] }> {
    return { endedSessionIds: await this.newPasswords.set(request) };
  }
}
