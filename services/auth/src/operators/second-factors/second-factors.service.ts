import type { AuditEntry } from '@luit/contracts/auth/audit-log';
import { authCalls } from '@luit/contracts/auth/messages';
import type { SecondFactorProof } from '@luit/contracts/auth/operators';
import type { Device } from '@luit/contracts/auth/sessions';
import { LuitError } from '@luit/contracts/errors';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { recordSecurityEvent } from '@luit/platform/metrics/security-events';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { OperatorEntity } from '../../records/operators/operator.entity';
import { AuditLogService } from '../../records/audit-log/audit-log.service';
import { SignInAttempts } from '../../identity/sign-in-attempts/sign-in-attempts';
import { PasskeysService } from './passkeys.service';
import { RecoveryCodes } from './recovery-codes';
import { TotpService } from './totp.service';

export interface OperatorSessionId {
  adminId: string;
  sessionId: string;
}

/** Second factors of operators: set up, verified at sign-in and before sensitive actions, and removed. */
@Injectable()
export class SecondFactorsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly attempts: SignInAttempts,
    private readonly totp: TotpService,
    private readonly passkeys: PasskeysService,
    private readonly recoveryCodes: RecoveryCodes,
    private readonly auditLog: AuditLogService,
  ) {}

  @OnCall(authCalls.startPasskeyVerification)
  async startVerification(session: OperatorSessionId): Promise<{ options: Record<string, unknown> | null }> {
    return { options: toJson(await this.passkeys.startVerification(this.database.manager, session)) };
  }

  /**
   * Marks the session as verified now. Wrong codes count as sign-in attempts.
   *
   * @throws LuitError `second_factor_invalid`, `too_many_attempts`
   */
  async verify(session: OperatorSessionId, proof: SecondFactorProof, { ip }: Device): Promise<void> {
    const { adminId } = session;
    const isCorrect = await this.attempts.check(`second_factor:${adminId}`, () => this.isCorrect(session, proof));
    if (isCorrect) return this.markVerified(this.database.manager, session);
    recordSecurityEvent('operator_second_factor_failed', { adminId, ip });
    await this.audit(this.database.manager, adminId, 'second_factor_failed', { ip });
    throw new LuitError('second_factor_invalid', 'This code is not valid. Wait for the next one and try again.');
  }

  @OnCall(authCalls.startTotp)
  async startTotp({ adminId }: OperatorSessionId): Promise<{ secret: string; uri: string }> {
    const { manager } = this.database;
    return this.totp.start(manager, await manager.findOneByOrFail(OperatorEntity, { id: adminId }));
  }

  /** @throws LuitError `second_factor_invalid`, `too_many_attempts` */
  @OnCall(authCalls.confirmTotp)
  async confirmTotp(session: RequestOf<typeof authCalls.confirmTotp>): Promise<{ recoveryCodes?: string[] }> {
    const { adminId, code } = session;
    let added: { recoveryCodes?: string[] } = {};
    const confirm = async (manager: EntityManager): Promise<boolean> => {
      await lockAdmin(manager, adminId);
      const isFirst = !(await this.hasFactor(manager, adminId));
      if (!(await this.totp.confirm(manager, adminId, code))) return false;
      added = await this.added(manager, session, isFirst, { kind: 'authenticator app' });
      return true;
    };
    if (await this.attempts.check(`second_factor:${adminId}`, () => this.database.transaction(confirm))) return added;
    throw new LuitError(
      'second_factor_invalid',
      'This code is not valid. Check that the time on your phone is correct.',
    );
  }

  @OnCall(authCalls.startPasskeyRegistration)
  async startPasskeyRegistration(session: OperatorSessionId): Promise<{ options: Record<string, unknown> }> {
    const { manager } = this.database;
    const { email } = await manager.findOneByOrFail(OperatorEntity, { id: session.adminId });
    return { options: { ...(await this.passkeys.startRegistration(manager, session, email)) } };
  }

  /** @throws LuitError `second_factor_invalid`, `conflict` */
  @OnCall(authCalls.registerPasskey)
  async registerPasskey(session: RequestOf<typeof authCalls.registerPasskey>): Promise<{ recoveryCodes?: string[] }> {
    const { adminId, name, response } = session;
    const credential = await this.passkeys.verifyRegistration(this.database.manager, session, response);
    return this.database.transaction(async (manager) => {
      await lockAdmin(manager, adminId);
      const isFirst = !(await this.hasFactor(manager, adminId));
      await this.passkeys.add(manager, adminId, name, credential);
      return this.added(manager, session, isFirst, { kind: 'passkey', name });
    });
  }

  @OnCall(authCalls.removeTotp)
  removeTotp({ adminId }: OperatorSessionId): Promise<void> {
    return this.database.transaction(async (manager) => {
      await lockAdmin(manager, adminId);
      if (!(await this.totp.remove(manager, adminId))) throw notFound();
      await this.removed(manager, adminId, { kind: 'authenticator app' });
    });
  }

  @OnCall(authCalls.removePasskey)
  removePasskey({ adminId, passkeyId }: RequestOf<typeof authCalls.removePasskey>): Promise<void> {
    return this.database.transaction(async (manager) => {
      await lockAdmin(manager, adminId);
      const passkey = await this.passkeys.remove(manager, adminId, passkeyId);
      if (!passkey) throw notFound();
      await this.removed(manager, adminId, { kind: 'passkey', name: passkey.name });
    });
  }

  /** @throws LuitError `conflict` without a second factor */
  @OnCall(authCalls.createRecoveryCodes)
  createRecoveryCodes({ adminId }: OperatorSessionId): Promise<{ recoveryCodes: string[] }> {
    return this.database.transaction(async (manager) => {
      await lockAdmin(manager, adminId);
      if (!(await this.hasFactor(manager, adminId)))
        throw new LuitError('conflict', 'Set up a second factor before you create recovery codes.');
      await this.audit(manager, adminId, 'recovery_codes_created', {});
      return { recoveryCodes: await this.recoveryCodes.replace(manager, adminId) };
    });
  }

  /** Removes every factor and recovery code of an operator, in the caller's transaction. */
  async removeAll(manager: EntityManager, adminId: string): Promise<void> {
    for (const table of ['operator_totps', 'operator_passkeys', 'operator_recovery_codes'])
      await manager.query(`DELETE FROM ${table} WHERE admin_id = $1`, [adminId]);
  }

  async hasFactor(manager: EntityManager, adminId: string): Promise<boolean> {
    return (await this.totp.has(manager, adminId)) || (await this.passkeys.list(manager, adminId)).length > 0;
  }

  private async isCorrect(session: OperatorSessionId, proof: SecondFactorProof): Promise<boolean> {
    const { manager } = this.database;
    const { adminId } = session;
    if (proof.passkey) return this.passkeys.use(manager, session, proof.passkey);
    if (proof.code) return this.totp.use(manager, adminId, proof.code);
    if (!proof.recoveryCode) return false;
    const isValid = await this.recoveryCodes.use(manager, adminId, proof.recoveryCode);
    if (isValid) await this.audit(manager, adminId, 'recovery_code_used', {});
    return isValid;
  }

  /** The first factor also verifies the session, and brings recovery codes. */
  private async added(
    manager: EntityManager,
    session: OperatorSessionId,
    isFirst: boolean,
    details: Record<string, string>,
  ): Promise<{ recoveryCodes?: string[] }> {
    await this.markVerified(manager, session);
    await this.audit(manager, session.adminId, 'second_factor_added', details);
    return isFirst ? { recoveryCodes: await this.recoveryCodes.replace(manager, session.adminId) } : {};
  }

  /** Recovery codes replace a factor, so they are deleted with the last one. */
  private async removed(manager: EntityManager, adminId: string, details: Record<string, string>): Promise<void> {
    if (!(await this.hasFactor(manager, adminId))) await this.removeAll(manager, adminId);
    await this.audit(manager, adminId, 'second_factor_removed', details);
  }

  private async markVerified(manager: EntityManager, { adminId, sessionId }: OperatorSessionId): Promise<void> {
    await manager.query(
      'UPDATE admin_sessions SET second_factor_at = now() WHERE id = $1 AND admin_id = $2 AND ended_at IS NULL',
      [sessionId, adminId],
    );
  }

  private audit(
    manager: EntityManager,
    adminId: string,
    action: AuditEntry['action'],
    details: Record<string, string>,
  ): Promise<void> {
    return this.auditLog.write(manager, { adminId, action, subject: adminId, details });
  }
}

/** Changes of one operator's factors wait for each other. */
async function lockAdmin(manager: EntityManager, adminId: string): Promise<void> {
  await manager.findOneOrFail(OperatorEntity, { where: { id: adminId }, lock: { mode: 'pessimistic_write' } });
}

function toJson(options: object | null): Record<string, unknown> | null {
  return options && { ...options };
}

function notFound(): LuitError {
  return new LuitError('not_found', 'This second factor was already removed.');
}
