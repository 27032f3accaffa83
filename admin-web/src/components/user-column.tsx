import type { Column } from '@luit/ui/table';
import { TextLink } from './text-link';

interface OfSomebody {
  user_id: string | null;
  /** Null for guests and for accounts that are gone. */
  user_email: string | null;
}

/** Whose row it is; a long address is cut, and whole in its title. */
export const USER_COLUMN: Column<OfSomebody> = {
  key: 'user',
  header: 'User',
  className: 'max-w-64',
  cell: ({ user_id, user_email }) =>
    user_email ? (
      <div className="truncate" title={user_email}>
        <TextLink to={`/users/${user_id}`}>{user_email}</TextLink>
      </div>
    ) : (
      'guest or deleted'
    ),
};
