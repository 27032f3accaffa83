import type { MailRow } from '@luit/contracts/auth/mails';
import type { OrderStatement } from '@luit/contracts/billing/order-statements';

/** The statement of an order with what auth adds. */
export type OrderView = OrderStatement & {
  /** Null for guests and deleted accounts. */
  buyerEmail: string | null;
  mails: MailRow[];
};
