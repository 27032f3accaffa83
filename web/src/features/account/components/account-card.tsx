import { t } from '@lingui/core/macro';
import { Button, buttonClass } from '@luit/ui/button';
import { Card } from '@luit/ui/card';
import type { User } from '@luit/contracts/auth/users';
import { KeyRound, LogOut } from 'lucide-react';
import { Link } from 'react-router-dom';
import { formatDate, formatDateTime } from '../../../lib/format';
import { useServices } from '../../../lib/services';
import { NameRow } from './name-row';

export function AccountCard({ user }: { user: User }) {
  const { session } = useServices();
  const details = [
    [t`Name`, <NameRow key="name" name={user.user_metadata.name} />],
    [t`Email`, user.email],
    [t`User ID`, user.id],
    [t`Created`, formatDate(user.created_at)],
    [t`Last sign-in`, formatDateTime(user.last_sign_in_at)],
  ] as const;

  return (
    <Card as="section" aria-labelledby="account" className="p-6 sm:p-8">
      <h2 id="account" className="text-title heading">
        {t`Account`}
      </h2>
      <dl className="mt-5 divide-y divide-line border-y border-line">
        {details.map(([name, value]) => (
          <div key={name} className="grid gap-1 py-3.5 sm:grid-cols-[10rem_minmax(0,1fr)] sm:items-baseline">
            <dt className="text-muted">{name}</dt>
            <dd className="font-medium break-words">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-6 flex flex-wrap gap-3">
        <Link to="/reset-password" className={buttonClass('secondary')}>
          <KeyRound className="size-4" aria-hidden />
          {t`Change password`}
        </Link>
        <Button tone="secondary" icon={<LogOut className="size-4" aria-hidden />} onClick={() => session.signOut()}>
          {t`Sign out`}
        </Button>
      </div>
    </Card>
  );
}
