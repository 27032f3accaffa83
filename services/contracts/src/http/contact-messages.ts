import type { ContactSubject } from '../auth/contact-limits';

/** A message of the contact page, as operators see it. */
export interface ContactMessageRow {
  id: string;
  name: string;
  email: string;
  subject: ContactSubject;
  message: string;
  created_at: string;
  answered_at: string | null;
  /** Address of the operator who marked it as answered. */
  answered_by: string | null;
}
