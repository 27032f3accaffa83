import { t } from '@lingui/core/macro';
import { Card } from '@luit/ui/card';
import { PageTitle } from '../../../lib/page-title';
import { useSession } from '../../../lib/services';
import { BillingCard } from '../components/billing-card';
import { NameRow } from '../components/name-row';

/** The name of the user, and the buyer of the invoices. */
export default function ProfilePage() {
  const { user } = useSession();
  if (!user) return null;
  return (
    <>
      <PageTitle>{t`Profile`}</PageTitle>
      <h1 className="text-page heading">{t`Profile`}</h1>
      <div className="mt-6 grid gap-6">
        <Card className="px-6 sm:px-8">
          <dl className="divide-y divide-line">
            <div className="grid gap-1 py-4 sm:grid-cols-[10rem_minmax(0,1fr)] sm:items-baseline">
              <dt className="text-muted">{t`Name`}</dt>
              <dd className="font-medium">
                <NameRow name={user.user_metadata.name} />
              </dd>
            </div>
            <div className="grid gap-1 py-4 sm:grid-cols-[10rem_minmax(0,1fr)] sm:items-baseline">
              <dt className="text-muted">{t`Email`}</dt>
              <dd className="font-medium break-words">{user.email}</dd>
            </div>
          </dl>
        </Card>
        <BillingCard profile={user.billing_profile ?? null} />
      </div>
    </>
  );
}
