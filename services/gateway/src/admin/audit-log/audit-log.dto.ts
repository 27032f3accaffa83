import { type AuditEntry, auditAction } from '@luit/contracts/auth/audit-log';
import { INPUT_LIMITS } from '@luit/contracts/auth/limits';
import { IntersectionType } from '@nestjs/swagger';
import { ExportPeriod } from '../../http/export-period';
import { ChoiceField, IdField, TextField } from '../../http/fields';
import { IdPageQuery } from '../../http/page-query';

class AuditLogFilter {
  // Postgres cannot store NUL in text.
  @TextField({
    isOptional: true,
    max: INPUT_LIMITS.subject,
    pattern: /^[^\0]*$/,
    description: 'The subject, for example a user’s id',
  })
  subject?: string;

  @IdField({
    isOptional: true,
    description: 'Only actions that affected this account, including its jobs and payments',
  })
  user?: string;

  @ChoiceField(auditAction.options, { isOptional: true, message: 'Unknown action' })
  action?: AuditEntry['action'];
}

export class AuditLogQuery extends IntersectionType(IdPageQuery, AuditLogFilter) {}

export class AuditLogExportQuery extends IntersectionType(ExportPeriod, AuditLogFilter) {}
