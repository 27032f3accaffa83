import type { Column } from '@luit/ui/table';
import { TextLink } from './text-link';

interface UserReference {
  user_id: string | null;
  /** Null for guests and deleted accounts. */
  user_email: string | null;
}

/** The user of a row. A long email is truncated; its tooltip shows all of it. */
export const USER_COLUMN: Column<UserReference> = {
  key: 'user',
  header: 'User',
  className: 'max-w-28 lg:max-w-36 xl:max-w-64',
  cell: ({ user_id, user_email }) =>
    user_email ? (
      <div className="truncate" title={user_email}>
        <TextLink to={`/users/${user_id}`}>{user_email}</TextLink>
      </div>
    ) : (
      'Guest or deleted'
    ),
};
