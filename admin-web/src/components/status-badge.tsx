import type { TransactionStatus, TransactionType } from '@luit/contracts/billing/transactions';
import type { AdminUser } from '@luit/contracts/http/admin-users';
import { Badge, type BadgeTone } from '@luit/ui/badge';
import { sentenceCase } from '../lib/format';

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

export const USER_STATUS_LABELS: Record<AdminUser['status'], string> = {
  active: 'Active',
  blocked: 'Blocked',
  closing: 'Deleting',
  closed: 'Deleted',
};

export const UserBadge = ({ status }: { status: AdminUser['status'] }) => (
  <Badge tone={USER[status]}>{USER_STATUS_LABELS[status]}</Badge>
);
export const TypeBadge = ({ type }: { type: TransactionType }) => <Badge tone={TYPE[type]}>{sentenceCase(type)}</Badge>;
export const StatusBadge = ({ status }: { status: TransactionStatus }) => (
  <Badge tone={STATUS[status]}>{sentenceCase(status)}</Badge>
);
