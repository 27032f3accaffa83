import type { AuditEntry } from '@luit/contracts/auth/audit-log';
import { authCalls } from '@luit/contracts/auth/messages';
import type { AuditLogRow } from '@luit/contracts/http/audit-log';
import type { CappedCount } from '@luit/contracts/messages/fields';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import type { AuditLogQuery } from './audit-log.dto';

@Injectable()
export class AuditLogService {
  constructor(private readonly calls: CallClient) {}

  async list({
    user,
    ...filter
  }: AuditLogQuery & { from?: string; to?: string }): Promise<
    { items: AuditLogRow[]; nextCursor: string | null } & CappedCount
  > {
    const { entries, ...page } = await this.calls.call(authCalls.listAuditLog, { ...filter, userId: user });
    return { items: entries.map(toAuditRow), ...page };
  }
}

export function toAuditRow({ id, adminEmail, action, subject, details, createdAt }: AuditEntry): AuditLogRow {
  return { id, admin_email: adminEmail, action, subject, details, created_at: createdAt };
}
