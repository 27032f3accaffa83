import { Injectable } from '@nestjs/common';
import { randomInt } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { SecretsService } from '../../records/secrets/secrets.service';

const CODES = 10;
/** Without characters that look alike. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';
/** 12 of 31 characters: 59 bits. */
const GROUPS = 3;
const GROUP_LENGTH = 4;

/** One-time codes for operators who have lost their second factor. Only keyed hashes are stored. */
@Injectable()
export class RecoveryCodes {
  constructor(private readonly secrets: SecretsService) {}

  /** Replaces the codes of an operator. @returns the new ones, which are never shown again */
  async replace(manager: EntityManager, adminId: string): Promise<string[]> {
    const codes = Array.from({ length: CODES }, newCode);
    const hashes = codes.map((code) => this.hashOf(adminId, code));
    await manager.query('DELETE FROM operator_recovery_codes WHERE admin_id = $1', [adminId]);
    await manager.query('INSERT INTO operator_recovery_codes (admin_id, code_hash) SELECT $1, unnest($2::bytea[])', [
      adminId,
      hashes,
    ]);
    return codes;
  }

  async countUnused(manager: EntityManager, adminId: string): Promise<number> {
    const [row] = await manager.query<{ unused: number }[]>(
      'SELECT count(*)::int AS unused FROM operator_recovery_codes WHERE admin_id = $1 AND used_at IS NULL',
      [adminId],
    );
    return row?.unused ?? 0;
  }

  /** True if the code was valid. Of concurrent uses of one code, only one succeeds. */
  async use(manager: EntityManager, adminId: string, code: string): Promise<boolean> {
    const [rows] = await manager.query<[unknown[], number]>(
      `UPDATE operator_recovery_codes SET used_at = now()
        WHERE admin_id = $1 AND code_hash = $2 AND used_at IS NULL RETURNING 1`,
      [adminId, this.hashOf(adminId, code)],
    );
    return rows.length === 1;
  }

  private hashOf(adminId: string, code: string): Buffer {
    const normalized = code.toLowerCase().replace(/[^a-z0-9]/g, '');
    return this.secrets.hashOf(this.secrets.tokenOf('recovery_code', `${adminId}:${normalized}`));
  }
}

function newCode(): string {
  const group = () => Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}
