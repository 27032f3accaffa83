/** An entry of the operators' audit log. */
export interface AuditLogRow {
  id: string;
  admin_email: string;
  action: string;
  /** What the action was applied to, for example a user's id. */
  subject: string | null;
  details: Record<string, string>;
  created_at: string;
}
