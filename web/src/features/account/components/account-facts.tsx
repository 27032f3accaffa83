import { t } from '@lingui/core/macro';
import type { User } from '@luit/contracts/auth/users';
import { Button, buttonClass } from '@luit/ui/button';
import { Card } from '@luit/ui/card';
import { LogOut, Settings } from 'lucide-react';
import { Link } from 'react-router-dom';
import { formatDate, formatDateTime } from '../../../lib/format';
import { useServices } from '../../../lib/services';

export function AccountFacts({ user }: { user: User }) {
  const { session } = useServices();
  const facts = [
    [t`Email`, user.email],
    [t`User ID`, user.id],
    [t`Created`, formatDate(user.created_at)],
    [t`Last sign-in`, formatDateTime(user.last_sign_in_at)],
  ] as const;
  return (
    <Card as="section" aria-labelledby="account" className="p-5 sm:p-6">
      <h2 id="account" className="text-lg font-semibold">
        {t`Account`}
      </h2>
      <dl className="mt-2 grid gap-1.5 text-sm">
        {facts.map(([name, value]) => (
          <div key={name} className="grid grid-cols-[6.5rem_minmax(0,1fr)] items-baseline gap-2">
            <dt className="text-muted">{name}</dt>
            <dd className="font-medium wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-4 flex flex-wrap gap-2">
        <Link to="/settings" className={buttonClass('secondary', 'sm')}>
          <Settings className="size-4" aria-hidden />
          {t`Settings`}
        </Link>
        <Button
          tone="secondary"
          size="sm"
          icon={<LogOut className="size-4" aria-hidden />}
          onClick={() => session.signOut()}
        >
          {t`Sign out`}
        </Button>
      </div>
    </Card>
  );
}
