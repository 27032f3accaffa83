import { LuitError } from '@luit/contracts/errors';
import { Injectable } from '@nestjs/common';
import { generateSecret, generateURI, verify } from 'otplib';
import type { EntityManager } from 'typeorm';
import { SecretsService } from '../../records/secrets/secrets.service';
import { OperatorTotpEntity } from './operator-totp.entity';

const ISSUER = 'Luit Operations';
/** Accepts the code before and after the current one, because clocks differ. */
const TOLERANCE_SECONDS = 30;
const CODE = /^\d{6}$/;

/** Authenticator apps (TOTP, RFC 6238). Secrets are encrypted, and an accepted code is refused afterward. */
@Injectable()
export class TotpService {
  constructor(private readonly secrets: SecretsService) {}

  /**
   * Stores a new secret, which counts once a first code was entered.
   *
   * @throws LuitError `conflict` if the operator already has an app
   */
  async start(manager: EntityManager, admin: { id: string; email: string }): Promise<{ secret: string; uri: string }> {
    const secret = generateSecret();
    const rows = await manager.query<unknown[]>(
      `INSERT INTO operator_totps AS t (admin_id, sealed_secret) VALUES ($1, $2)
       ON CONFLICT (admin_id) DO UPDATE SET sealed_secret = excluded.sealed_secret, created_at = now(), last_step = 0
        WHERE t.confirmed_at IS NULL RETURNING 1`,
      [admin.id, this.secrets.seal(secret, labelOf(admin.id))],
    );
    if (rows.length === 0) throw new LuitError('conflict', 'You already have an authenticator app. Remove it first.');
    return { secret, uri: generateURI({ issuer: ISSUER, label: admin.email, secret }) };
  }

  has(manager: EntityManager, adminId: string): Promise<boolean> {
    return manager
      .createQueryBuilder(OperatorTotpEntity, 'totp')
      .where('totp.adminId = :adminId AND totp.confirmedAt IS NOT NULL', { adminId })
      .getExists();
  }

  /** True if the code is the current one and was not used before. */
  async use(manager: EntityManager, adminId: string, code: string): Promise<boolean> {
    const totp = await manager.findOneBy(OperatorTotpEntity, { adminId });
    return totp?.confirmedAt ? this.take(manager, totp, code, 'confirmed_at') : false;
  }

  /** Completes the setup with a first code. @returns whether the code was correct */
  async confirm(manager: EntityManager, adminId: string, code: string): Promise<boolean> {
    const totp = await manager.findOneBy(OperatorTotpEntity, { adminId });
    return totp && !totp.confirmedAt ? this.take(manager, totp, code, 'now()') : false;
  }

  async remove(manager: EntityManager, adminId: string): Promise<boolean> {
    const { affected } = await manager.delete(OperatorTotpEntity, { adminId });
    return affected === 1;
  }

  /** The statement compares the time step, so only one of several concurrent uses of a code succeeds. */
  private async take(
    manager: EntityManager,
    { adminId, sealedSecret }: OperatorTotpEntity,
    code: string,
    confirmedAt: 'confirmed_at' | 'now()',
  ): Promise<boolean> {
    const token = code.replace(/\s/g, '');
    if (!CODE.test(token)) return false;
    const secret = this.secrets.open(sealedSecret, labelOf(adminId));
    const result = await verify({ secret, token, epochTolerance: TOLERANCE_SECONDS });
    if (!result.valid || !('timeStep' in result)) return false;
    const [rows] = await manager.query<[unknown[], number]>(
      `UPDATE operator_totps SET last_step = $2, confirmed_at = ${confirmedAt}
        WHERE admin_id = $1 AND last_step < $2 AND sealed_secret = $3 RETURNING 1`,
      [adminId, result.timeStep, sealedSecret],
    );
    return rows.length === 1;
  }
}

function labelOf(adminId: string): string {
  return `totp:${adminId}`;
}
