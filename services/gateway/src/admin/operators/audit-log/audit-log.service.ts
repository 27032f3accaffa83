import type { AuditEntry, AuditLogQuery } from '@luit/contracts/auth/audit-log';
import { authCalls } from '@luit/contracts/auth/messages';
import { isPermitted } from '@luit/contracts/auth/operator-permissions';
import type { AuditLogRow } from '@luit/contracts/http/audit-log';
import type { CappedCount } from '@luit/contracts/messages/fields';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import type { Operator } from '../../../access/identities/token.strategy';
import { MASKED_CODE } from '../approvals/masked-code';

const CODE_ACTIONS: string[] = ['promo_code_created', 'promo_code_disabled'] satisfies AuditEntry['action'][];

@Injectable()
export class AuditLogService {
  constructor(private readonly calls: CallClient) {}

  /** Without promotional codes for a role that may not read them. */
  async listFor({ role }: Operator, query: AuditLogQuery) {
    const { items, ...page } = await this.list(query);
    return { items: isPermitted(role, 'promo_codes.read') ? items : items.map(maskCode), ...page };
  }

  async list({
    user,
    operator,
    views,
    ...filter
  }: AuditLogQuery): Promise<{ items: AuditLogRow[]; nextCursor: string | null } & CappedCount> {
    const { entries, ...page } = await this.calls.call(authCalls.listAuditLog, {
      ...filter,
      userId: user,
      admin: operator,
      isWithoutViews: !views && !filter.action,
    });
    return { items: entries.map(toAuditRow), ...page };
  }
}

export function toAuditRow({ id, adminEmail, action, subject, details, createdAt }: AuditEntry): AuditLogRow {
  return { id, admin_email: adminEmail, action, subject, details, created_at: createdAt };
}

/** The subject of an entry about a promotional code is the code. */
function maskCode(row: AuditLogRow): AuditLogRow {
  const { action, subject, details } = row;
  const isAboutCode = details.kind === 'promo_code' || CODE_ACTIONS.includes(action);
  if (!isAboutCode || subject === null) return row;
  return { ...row, subject: MASKED_CODE, details: 'code' in details ? { ...details, code: MASKED_CODE } : details };
}
