import { t } from '@lingui/core/macro';
import { PageTitle } from '../../../lib/page-title';
import { useSession } from '../../../lib/services';
import { DevicesCard } from '../components/devices-card';
import { SignInCard } from '../components/sign-in-card';

/** The ways to sign in to the account, and the devices that are signed in. */
export default function SignInPage() {
  const { user } = useSession();
  if (!user) return null;
  return (
    <>
      <PageTitle>{t`Sign-in and devices`}</PageTitle>
      <h1 className="text-page heading">{t`Sign-in and devices`}</h1>
      <div className="mt-6 grid gap-6">
        <SignInCard email={user.email} />
        <DevicesCard />
      </div>
    </>
  );
}
