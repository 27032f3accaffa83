import type { AdminUserRow } from '@luit/contracts/http/admin-users';
import type { Column } from '@luit/ui/table';
import { UserBadge } from '../../components/status-badge';
import { TextLink } from '../../components/text-link';
import { Timestamp } from '../../components/timestamp';
import { CreditsCell } from './credits-cell';
import { UserActions } from './user-actions';

export const USER_COLUMNS: Column<AdminUserRow>[] = [
  {
    key: 'email',
    header: 'Email',
    onPhones: 'title',
    sortBy: 'email',
    className: 'w-full max-w-0 min-w-44',
    cell: (user) => (
      <div className="truncate" title={user.email}>
        <TextLink to={`/users/${user.id}`}>{user.email}</TextLink>
        <p className="truncate text-label text-muted">{user.name}</p>
      </div>
    ),
  },
  { key: 'status', header: 'Status', cell: (user) => <UserBadge status={user.status} /> },
  { key: 'credits', header: 'Credits', align: 'end', cell: (user) => <CreditsCell user={user} /> },
  {
    key: 'created',
    header: 'Created',
    sortBy: 'created_at',
    cell: (user) => <Timestamp at={user.created_at} canWrap />,
  },
  {
    key: 'signed-in',
    header: 'Last sign-in',
    isWideOnly: true,
    sortBy: 'last_sign_in_at',
    cell: (user) => <Timestamp at={user.last_sign_in_at} canWrap />,
  },
  { key: 'actions', header: 'Actions', align: 'end', cell: (user) => <UserActions user={user} /> },
];
