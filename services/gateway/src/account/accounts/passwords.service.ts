import { authCalls } from '@luit/contracts/auth/messages';
import type { NewPasswordBody, Session } from '@luit/contracts/auth/sessions';
import { CallClient } from '@luit/platform/calls/call-client';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EmailDto } from './accounts.dto';
import { CONFIG, type GatewayConfig } from '../../config';
import type { Identity } from '../../access/identities/token.strategy';
import { SignInLimiter } from '../../access/limits/sign-in-limiter';
import { deliverDevice, deviceOf } from './device-cookie';

/** Password reset and password change. */
@Injectable()
export class PasswordsService {
  private readonly isSecure: boolean;

  constructor(
    private readonly calls: CallClient,
    private readonly limits: SignInLimiter,
    @Inject(CONFIG) config: GatewayConfig,
  ) {
    this.isSecure = config.webUrl.startsWith('https:');
  }

  async forgot({ email }: EmailDto, request: FastifyRequest): Promise<object> {
    await this.limits.takeReset(request.ip);
    return this.calls.call(authCalls.requestPasswordReset, { email });
  }

  async recover(token: string, request: FastifyRequest, reply: FastifyReply): Promise<Session> {
    const recovery = await this.calls.call(authCalls.redeemPasswordReset, {
      token,
      device: deviceOf(request, this.isSecure),
    });
    deliverDevice(recovery.device_token, request, reply, this.isSecure);
    const { access_token, expires_at, expires_in, user } = recovery;
    return { access_token, expires_at, expires_in, user };
  }

  async set(input: NewPasswordBody, { id, sessionId }: Identity, request: FastifyRequest): Promise<object> {
    await this.limits.takeNewPassword(id);
    const device = deviceOf(request, this.isSecure);
    await this.calls.call(authCalls.setPassword, { userId: id, sessionId, ...input, device });
    return {};
  }
}
