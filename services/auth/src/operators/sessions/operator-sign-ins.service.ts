import { authCalls } from '@luit/contracts/auth/messages';
import type { Device } from '@luit/contracts/auth/sessions';
import { LuitError } from '@luit/contracts/errors';
import type { RequestOf } from '@luit/contracts/messages/message';
import { Broadcasts } from '@luit/platform/broadcasts/broadcasts';
import { OnCall } from '@luit/platform/calls/on-call';
import { canonicalEmail } from '@luit/contracts/auth/email-address';
import { recordSecurityEvent } from '@luit/platform/metrics/security-events';
import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { AuditLogService } from '../../records/audit-log/audit-log.service';
import { AUTH_CONFIG, type AuthConfig } from '../../records/auth-config';
import { deviceName } from '../../records/device-names/device-name';
import { DevicesService } from '../../identity/devices/devices.service';
import { sanitizeDevice } from '../../records/device-names/sanitize-device';
import { AccessTokensService } from '../../identity/keys/access-tokens.service';
import { TOKEN_LIFETIME_SECONDS } from '../../identity/keys/token-lifetimes';
import { laneOf, PasswordsService } from '../../identity/passwords/passwords.service';
import { SignInAttempts } from '../../identity/sign-in-attempts/sign-in-attempts';
import { parseCredentials } from '../../records/users/account-input';
import { OperatorSessionEntity } from './operator-session.entity';
import { OperatorEntity } from '../../records/operators/operator.entity';
import { endSession, publishEnded } from './operator-session-ends';

const SESSION_SECONDS = TOKEN_LIFETIME_SECONDS['luit-admin'];
/** The environment names no person; the owner changes it. */
const FIRST_NAME = 'Owner';

export interface OperatorSignIn {
  token: string;
  /** Unix seconds. */
  expiresAt: number;
  admin: { email: string };
  device_token: string;
}

/** Signs operators in and out, and creates the first one. */
@Injectable()
export class OperatorSignInsService implements OnApplicationBootstrap {
  private readonly log = new Logger(OperatorSignInsService.name);

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(AUTH_CONFIG) private readonly config: AuthConfig,
    private readonly passwords: PasswordsService,
    private readonly accessTokens: AccessTokensService,
    private readonly attempts: SignInAttempts,
    private readonly devices: DevicesService,
    private readonly auditLog: AuditLogService,
    private readonly broadcasts: Broadcasts,
  ) {}

  onApplicationBootstrap(): Promise<void> {
    return this.createFirst();
  }

  /**
   * An unknown address takes as long as a wrong password and gets the same error. A trusted device has an attempt
   * counter of its own.
   *
   * @throws LuitError `invalid_credentials`, `validation_failed`, `invalid_email`, `too_many_attempts`, `unavailable`
   */
  @OnCall(authCalls.adminSignIn)
  async signIn(request: RequestOf<typeof authCalls.adminSignIn>): Promise<OperatorSignIn> {
    const { email, password } = parseCredentials(request);
    const { manager } = this.database;
    const admin = await manager.findOneBy(OperatorEntity, { email: email.key });
    const trustedDeviceId = await this.devices.findTrustedId(manager, admin?.id, request.device);
    const lane = { ...laneOf(request.device.ip), isTrusted: Boolean(trustedDeviceId) };
    const isCorrect = await this.attempts.check(
      trustedDeviceId && admin ? `device:${admin.id}:${trustedDeviceId}` : `admin:${email.key}`,
      () =>
        admin ? this.passwords.verify(admin.passwordHash, password, lane) : this.passwords.verifyDummy(password, lane),
    );
    if (admin && isCorrect && !admin.disabledAt)
      return this.database.transaction((transaction) => this.open(transaction, admin, request.device));
    const details = auditDetails(request.device);
    const adminId = admin?.id ?? null;
    recordSecurityEvent('operator_sign_in_failed', { ...details, adminId: admin?.id });
    await this.auditLog.write(manager, { adminId, adminEmail: email.key, action: 'sign_in_failed', details });
    throw new LuitError('invalid_credentials', 'Invalid email or password');
  }

  /**
   * Also ends the operator's impersonation sessions. Broadcasts the revocations, so that gateways close the sockets and refuse the tokens.
   */
  @OnCall(authCalls.adminSignOut)
  async signOut({ adminId, sessionId }: RequestOf<typeof authCalls.adminSignOut>): Promise<void> {
    const ended = await this.database.transaction(async (manager) => {
      const found = await endSession(manager, this.auditLog, adminId, sessionId);
      if (!found) return { sessionIds: [sessionId], impersonations: [] };
      const details = auditDetails(found.session);
      await this.auditLog.write(manager, { adminId, action: 'signed_out', details });
      return found.ended;
    });
    await publishEnded(this.broadcasts, adminId, ended);
  }

  private async open(manager: EntityManager, admin: OperatorEntity, device: Device): Promise<OperatorSignIn> {
    const sessionId = uuidv7();
    const deviceId = this.devices.idOf(device);
    const expiresAt = Math.floor(Date.now() / 1_000) + SESSION_SECONDS;
    await manager.insert(OperatorSessionEntity, {
      id: sessionId,
      adminId: admin.id,
      ...sanitizeDevice(device),
      expiresAt: new Date(expiresAt * 1_000),
    });
    await this.devices.trust(manager, admin.id, deviceId);
    const details = auditDetails(device);
    await this.auditLog.write(manager, { adminId: admin.id, action: 'signed_in', details });
    const claims = { sub: admin.id, aud: 'luit-admin', sid: sessionId, typ: 'access', email: admin.email } as const;
    return {
      token: this.accessTokens.issue(claims, expiresAt),
      expiresAt,
      admin: { email: admin.email },
      device_token: this.devices.tokenOf(deviceId),
    };
  }

  /** Creates the first operator if there is none. Later changes of the environment do not change a password. */
  private async createFirst(): Promise<void> {
    if (await this.database.manager.existsBy(OperatorEntity, {})) return;
    const { firstAdmin } = this.config;
    if (!firstAdmin) {
      this.log.warn({ msg: 'No operator exists; set ADMIN_EMAIL and ADMIN_PASSWORD, then restart' });
      return;
    }
    const email = canonicalEmail(firstAdmin.email);
    const passwordHash = await this.passwords.hash(firstAdmin.password);
    await this.database
      .createQueryBuilder()
      .insert()
      .into(OperatorEntity)
      .values({ id: uuidv7(), email, name: FIRST_NAME, role: 'owner', passwordHash })
      .orIgnore()
      .execute();
    this.log.log({ msg: 'First operator created' });
  }
}

function auditDetails(device: Pick<Device, 'ip' | 'userAgent'>): Record<string, string> {
  const { ip, userAgent } = sanitizeDevice(device);
  return { ip, device: deviceName(userAgent) };
}
