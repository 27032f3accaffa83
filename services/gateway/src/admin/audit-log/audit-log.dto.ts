import { type AuditEntry, auditAction } from '@luit/contracts/auth/audit-log';
import { INPUT_LIMITS } from '@luit/contracts/auth/limits';
import { ChoiceField, TextField } from '../../http/fields';
import { IdPageQuery } from '../../http/page-query';

export class AuditLogQuery extends IdPageQuery {
  // Postgres cannot store NUL in text.
  @TextField({
    isOptional: true,
    max: INPUT_LIMITS.subject,
    pattern: /^[^\0]*$/,
    description: 'The subject, for example a user’s id',
  })
  subject?: string;

  @ChoiceField(auditAction.options, { isOptional: true, message: 'Unknown action' })
  action?: AuditEntry['action'];
}
