import { authCalls } from '@luit/contracts/auth/messages';
import type { OperatorInvitation } from '@luit/contracts/auth/operators';
import type { OperatorRole } from '@luit/contracts/auth/operator-permissions';
import { LuitError } from '@luit/contracts/errors';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, IsNull } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { OperatorEntity } from '../../records/operators/operator.entity';
import { AuditLogService } from '../../records/audit-log/audit-log.service';
import { MailsService } from '../../records/queued-mails/mails.service';
import { laneOf, PasswordsService } from '../../identity/passwords/passwords.service';
import { SecretsService } from '../../records/secrets/secrets.service';
import { parseEmail, parseName } from '../../records/users/account-input';
import { OperatorInvitationEntity } from './operator-invitation.entity';
import { parseOperatorPassword } from './operator-password';

const LIFETIME = `interval '3 days'`;
const OPEN = { acceptedAt: IsNull(), revokedAt: IsNull() };

/** Invitations to operate this installation: mailed, resent, revoked and accepted. */
@Injectable()
export class OperatorInvitationsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly secrets: SecretsService,
    private readonly passwords: PasswordsService,
    private readonly mails: MailsService,
    private readonly auditLog: AuditLogService,
  ) {}

  async list(): Promise<OperatorInvitation[]> {
    const open = await this.database.manager.find(OperatorInvitationEntity, { where: OPEN, order: { id: 'DESC' } });
    return Promise.all(open.map((invitation) => toRow(this.database.manager, invitation)));
  }

  /** @throws LuitError `email_taken` if an operator or an open invitation has the address; `invalid_email` */
  @OnCall(authCalls.inviteOperator)
  async invite(request: RequestOf<typeof authCalls.inviteOperator>): Promise<{ invitation: OperatorInvitation }> {
    const { adminId, role } = request;
    const email = parseEmail(request.email).key;
    const invitation = await this.database.transaction(async (manager) => {
      if (await manager.existsBy(OperatorEntity, { email })) throw operatorExists();
      await manager.query(
        `UPDATE operator_invitations SET revoked_at = now()
          WHERE email = $1 AND accepted_at IS NULL AND revoked_at IS NULL AND expires_at < now()`,
        [email],
      );
      return this.create(manager, adminId, email, role);
    });
    return { invitation };
  }

  /** Replaces the invitation, so that the earlier link stops working. @throws LuitError `not_found` */
  @OnCall(authCalls.resendInvitation)
  async resend({
    adminId,
    invitationId,
  }: RequestOf<typeof authCalls.resendInvitation>): Promise<{ invitation: OperatorInvitation }> {
    const invitation = await this.database.transaction(async (manager) => {
      const { email, role } = await this.end(manager, invitationId);
      return this.create(manager, adminId, email, role);
    });
    return { invitation };
  }

  /** @throws LuitError `not_found` */
  @OnCall(authCalls.revokeInvitation)
  revoke({ adminId, invitationId }: RequestOf<typeof authCalls.revokeInvitation>): Promise<void> {
    return this.database.transaction(async (manager) => {
      const { email, role } = await this.end(manager, invitationId);
      const details = { email, role };
      await this.auditLog.write(manager, { adminId, action: 'operator_invitation_revoked', details });
    });
  }

  /**
   * Creates the operator. A link works once.
   *
   * @throws LuitError `link_invalid_or_expired`, `weak_password`, `validation_failed`, `unavailable`; `email_taken` if an operator has
   * the address by now
   */
  @OnCall(authCalls.acceptInvitation)
  async accept(request: RequestOf<typeof authCalls.acceptInvitation>): Promise<{ email: string }> {
    const { manager } = this.database;
    const tokenHash = this.secrets.hashOf(request.token);
    const valid = await manager.findOneBy(OperatorInvitationEntity, { tokenHash, ...OPEN });
    if (!valid) throw invalidLink();
    const name = parseName(request.name);
    const password = parseOperatorPassword(request.password, valid.email);
    const passwordHash = await this.passwords.hash(password, laneOf(request.device.ip));
    return this.database.transaction(async (transaction) => {
      const [rows] = await transaction.query<[unknown[], number]>(
        `UPDATE operator_invitations SET accepted_at = now()
          WHERE id = $1 AND accepted_at IS NULL AND revoked_at IS NULL AND expires_at > now() RETURNING 1`,
        [valid.id],
      );
      if (rows.length !== 1) throw invalidLink();
      const { email, role } = valid;
      const id = uuidv7();
      const inserted = await transaction
        .createQueryBuilder()
        .insert()
        .into(OperatorEntity)
        .values({ id, email, name, role, passwordHash })
        .orIgnore()
        .returning('id')
        .execute();
      if ((inserted.raw as unknown[]).length === 0) throw operatorExists();
      const details = { role, name };
      await this.auditLog.write(transaction, { adminId: id, action: 'operator_joined', details });
      return { email };
    });
  }

  private async create(
    manager: EntityManager,
    adminId: string,
    email: string,
    role: OperatorRole,
  ): Promise<OperatorInvitation> {
    const id = uuidv7();
    const token = this.secrets.tokenOf('invitation', id);
    const created = await manager.query<unknown[]>(
      `INSERT INTO operator_invitations (id, email, role, token_hash, invited_by, expires_at)
       VALUES ($1, $2, $3, $4, $5, now() + ${LIFETIME})
       ON CONFLICT (email) WHERE accepted_at IS NULL AND revoked_at IS NULL DO NOTHING RETURNING 1`,
      [id, email, role, this.secrets.hashOf(token), adminId],
    );
    if (created.length === 0)
      throw new LuitError('email_taken', 'This address has already been invited. Resend the invitation instead.');
    const { email: invitedBy } = await manager.findOneByOrFail(OperatorEntity, { id: adminId });
    await this.mails.queueInvitation(manager, email, { invitationId: id, role, invitedBy });
    const details = { email, role };
    await this.auditLog.write(manager, { adminId, action: 'operator_invited', details });
    return toRow(manager, await manager.findOneByOrFail(OperatorInvitationEntity, { id }));
  }

  private async end(manager: EntityManager, id: string): Promise<{ email: string; role: OperatorRole }> {
    const [[ended]] = await manager.query<[{ email: string; role: OperatorRole }[], number]>(
      `UPDATE operator_invitations SET revoked_at = now()
        WHERE id = $1 AND accepted_at IS NULL AND revoked_at IS NULL RETURNING email, role`,
      [id],
    );
    if (!ended) throw new LuitError('not_found', 'This invitation was already accepted or revoked.');
    return ended;
  }
}

async function toRow(
  manager: EntityManager,
  { id, email, role, invitedBy, createdAt, expiresAt }: OperatorInvitationEntity,
): Promise<OperatorInvitation> {
  const inviter = await manager.findOneByOrFail(OperatorEntity, { id: invitedBy });
  return {
    id,
    email,
    role,
    invitedBy: inviter.email,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
    isExpired: expiresAt.getTime() <= Date.now(),
  };
}

function invalidLink(): LuitError {
  return new LuitError('link_invalid_or_expired', 'This invitation is invalid or has expired. Ask for a new one.');
}

function operatorExists(): LuitError {
  return new LuitError('email_taken', 'An operator with this email address already exists.');
}
