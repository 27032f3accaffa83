import type { DeviceSession } from '../auth/sessions';
import type { BillingProfile, UserStatus } from '../auth/users';
import type { CreditLot } from '../billing/balances';
import type { AuditLogRow } from './audit-log';

/** A user as operators see one. */
export interface AdminUser {
  id: string;
  email: string;
  name: string;
  created_at: string;
  last_sign_in_at: string | null;
  status: UserStatus;
}

/** A user in the operators' list. */
export interface AdminUserRow extends AdminUser {
  /** Available to spend. */
  credits: number;
}

/** A user on the operators' page of one user. */
export interface AdminUserDetails extends AdminUserRow {
  held: number;
  email_confirmed_at: string | null;
  billing_profile: BillingProfile | null;
  devices: DeviceSession[];
  lots: CreditLot[];
  /** Operators' actions on this user, the newest first. */
  audit: AuditLogRow[];
}
