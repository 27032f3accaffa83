import { t } from '@lingui/core/macro';
import { PageTitle } from '../../../lib/page-title';
import { useSession } from '../../../lib/services';
import { AccountDeletionCard } from '../components/account-deletion-card';
import { ConsentsCard } from '../components/consents-card';
import { DataCard } from '../components/data-card';

/** What the user agreed to, a copy of the data, and the deletion of the account. */
export default function PrivacyPage() {
  const { user } = useSession();
  if (!user) return null;
  return (
    <>
      <PageTitle>{t`Privacy and data`}</PageTitle>
      <h1 className="text-page heading">{t`Privacy and data`}</h1>
      <div className="mt-6 grid gap-6">
        <ConsentsCard />
        <DataCard email={user.email} />
        <AccountDeletionCard />
      </div>
    </>
  );
}
