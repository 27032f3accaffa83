import { z } from 'zod';
import { id, timestamp } from '../messages/fields';

export const auditLogRow = z.object({
  id,
  admin_email: z.string(),
  action: z.string(),
  /** The target of the action, for example a user's id. */
  subject: z.string().nullable(),
  details: z.record(z.string(), z.string()),
  created_at: timestamp,
});
/** An entry of the operators' audit log. */
export type AuditLogRow = z.infer<typeof auditLogRow>;
