import type { AdminUser } from '@luit/contracts/http/admin-users';
import { Badge, type BadgeTone } from '@luit/ui/badge';

const USER: Record<AdminUser['status'], BadgeTone> = {
  active: 'success',
  blocked: 'danger',
  closing: 'accent',
  closed: 'neutral',
};
export const USER_STATUS_LABELS: Record<AdminUser['status'], string> = {
  active: 'Active',
  blocked: 'Blocked',
  closing: 'Deleting',
  closed: 'Deleted',
};

export const UserBadge = ({ status }: { status: AdminUser['status'] }) => (
  <Badge tone={USER[status]}>{USER_STATUS_LABELS[status]}</Badge>
);
