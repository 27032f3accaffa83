import type { TransactionStatus, TransactionType } from '@luit/contracts/billing/transactions';
import type { AdminUser } from '@luit/contracts/http/admin-users';
import { Badge, type BadgeTone } from '@luit/ui/badge';

const USER: Record<AdminUser['status'], BadgeTone> = {
  active: 'success',
  blocked: 'danger',
  closing: 'accent',
  closed: 'neutral',
};
const TYPE: Record<TransactionType, BadgeTone> = {
  purchase: 'success',
  usage: 'info',
  refund: 'accent',
  adjustment: 'neutral',
  grant: 'neutral',
};
const STATUS: Record<TransactionStatus, BadgeTone> = { pending: 'accent', completed: 'neutral', reversed: 'danger' };

export const UserBadge = ({ status }: { status: AdminUser['status'] }) => <Badge tone={USER[status]}>{status}</Badge>;
export const TypeBadge = ({ type }: { type: TransactionType }) => <Badge tone={TYPE[type]}>{type}</Badge>;
export const StatusBadge = ({ status }: { status: TransactionStatus }) => <Badge tone={STATUS[status]}>{status}</Badge>;
