import { authCalls } from '@luit/contracts/auth/messages';
import type { PasskeyResponse } from '@luit/contracts/auth/operators';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { type OperatorSessionId, SecondFactorsService } from './second-factors.service';

@Controller()
export class SecondFactorsController {
  constructor(private readonly factors: SecondFactorsService) {}

  @OnCall(authCalls.startPasskeyVerification)
  startVerification(session: OperatorSessionId) {
    return this.factors.startVerification(session);
  }

  @OnCall(authCalls.startTotp)
  startTotp(session: OperatorSessionId) {
    return this.factors.startTotp(session);
  }

  @OnCall(authCalls.confirmTotp)
  confirmTotp(request: OperatorSessionId & { code: string }) {
    return this.factors.confirmTotp(request);
  }

  @OnCall(authCalls.removeTotp)
  async removeTotp(session: OperatorSessionId): Promise<Record<string, never>> {
    await this.factors.removeTotp(session);
    return {};
  }

  @OnCall(authCalls.startPasskeyRegistration)
  startPasskeyRegistration(session: OperatorSessionId) {
    return this.factors.startPasskeyRegistration(session);
  }

  @OnCall(authCalls.registerPasskey)
  registerPasskey(request: OperatorSessionId & { name: string; response: PasskeyResponse }) {
    return this.factors.registerPasskey(request);
  }

  @OnCall(authCalls.removePasskey)
  async removePasskey(request: OperatorSessionId & { passkeyId: string }): Promise<Record<string, never>> {
    await this.factors.removePasskey(request);
    return {};
  }

  @OnCall(authCalls.createRecoveryCodes)
  createRecoveryCodes(session: OperatorSessionId) {
    return this.factors.createRecoveryCodes(session);
  }
}
