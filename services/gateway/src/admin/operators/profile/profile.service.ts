import { authCalls } from '@luit/contracts/auth/messages';
import type { OperatorPasswordBody } from '@luit/contracts/auth/operators';
import type { NewPasskeyBody } from '@luit/contracts/auth/passkeys';
import { LuitError } from '@luit/contracts/errors';
import { CallClient } from '@luit/platform/calls/call-client';
import { Inject, Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type { FastifyRequest } from 'fastify';
import { deviceOf } from '../../../account/accounts/device-cookie';
import { CONFIG, type GatewayConfig } from '../../../config';
import type { Identity } from '../../../access/identities/token.strategy';
import { SignInLimiter } from '../../../access/limits/sign-in-limiter';

/** Operators' own accounts. */
@Injectable()
export class ProfileService {
  constructor(
    private readonly calls: CallClient,
    private readonly limits: SignInLimiter,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {}

  get(admin: Identity) {
    return this.calls.call(authCalls.getOperatorProfile, sessionOf(admin));
  }

  changeName({ id: adminId }: Identity, name: string) {
    return this.calls.call(authCalls.changeOperatorName, { adminId, name });
  }

  /** @throws LuitError `validation_failed` for a wrong current password, `weak_password`, `too_many_attempts` */
  async changePassword(admin: Identity, { currentPassword, password }: OperatorPasswordBody, request: FastifyRequest) {
    await this.limits.takeNewPassword(admin.id);
    const device = deviceOf(request, this.config.webUrl.startsWith('https:'));
    const passwords = { currentPassword, password, device };
    return this.calls.call(authCalls.changeOperatorPassword, { ...sessionOf(admin), ...passwords });
  }

  revokeSession(admin: Identity, id: string) {
    return this.calls.call(authCalls.revokeOperatorSession, { ...sessionOf(admin), revokedId: requireId(id) });
  }

  startTotp(admin: Identity) {
    return this.calls.call(authCalls.startTotp, sessionOf(admin));
  }

  confirmTotp(admin: Identity, code: string) {
    return this.calls.call(authCalls.confirmTotp, { ...sessionOf(admin), code });
  }

  removeTotp(admin: Identity) {
    return this.calls.call(authCalls.removeTotp, sessionOf(admin));
  }

  startPasskey(admin: Identity) {
    return this.calls.call(authCalls.startPasskeyRegistration, sessionOf(admin));
  }

  registerPasskey(admin: Identity, { name, response }: NewPasskeyBody) {
    return this.calls.call(authCalls.registerPasskey, { ...sessionOf(admin), name, response });
  }

  removePasskey(admin: Identity, id: string) {
    return this.calls.call(authCalls.removePasskey, { ...sessionOf(admin), passkeyId: requireId(id) });
  }

  createRecoveryCodes(admin: Identity) {
    return this.calls.call(authCalls.createRecoveryCodes, sessionOf(admin));
  }
}

function sessionOf({ id: adminId, sessionId }: Identity): { adminId: string; sessionId: string } {
  return { adminId, sessionId };
}

function requireId(id: string): string {
  if (!isUUID(id)) throw new LuitError('not_found', 'Not found.');
  return id;
}
