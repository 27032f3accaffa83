import { authCalls } from '@luit/contracts/auth';
import type { AuditLogRow } from '@luit/contracts/http';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import type { AuditLogQuery } from './audit-log.input';

@Injectable()
export class AuditLogService {
  constructor(private readonly calls: CallClient) {}

  async list({ limit, cursor }: AuditLogQuery): Promise<{
    items: AuditLogRow[];
    nextCursor: string | null;
    total: number;
  }> {
    const { entries, nextCursor, total } = await this.calls.call(authCalls.listAuditLog, { limit, cursor });
    const items = entries.map(({ id, adminEmail, action, subject, details, createdAt }) => {
      return { id, admin_email: adminEmail, action, subject, details, created_at: createdAt };
    });
    return { items, nextCursor, total };
  }
}
