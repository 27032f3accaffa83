import { t } from '@lingui/core/macro';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { Card } from '@luit/ui/card';
import { ErrorState } from '@luit/ui/error-state';
import { PageTitle } from '../../../lib/page-title';
import { connectivity } from '../../../lib/connectivity';
import { type PushSupport, pushSupport } from '../../../shared/web-push/browser-push';
import { useWebPush } from '../../../shared/web-push/use-web-push';
import { NotificationChoices } from '../components/notification-choices';

/** The message about each reason. */
const REASONS: Record<Exclude<PushSupport, 'available'>, () => string> = {
  blocked: () => t`Your browser blocks notifications from Luit. You can allow them in its site settings.`,
  needs_install: () => t`On iPhone and iPad, add Luit to your Home Screen first, and open it from there.`,
  unsupported: () => t`This browser doesn’t support notifications while Luit is closed.`,
};

/** Which notifications the user gets, and whether this device gets any. The latter is absent if this installation sends no web pushes. */
export default function NotificationsPage() {
  const push = useWebPush();
  const hasPush = Boolean(push.data?.publicKey);
  return (
    <>
      <PageTitle>{t`Notifications`}</PageTitle>
      <h1 className="text-page heading">{t`Notifications`}</h1>
      <p className="mt-2 text-muted">{t`Choose what we notify you of, and how.`}</p>
      <Card className="mt-6 px-6 pb-6 sm:px-8 sm:pb-8">
        {push.isFailed && (
          <ErrorState title={t`We couldn’t load your notifications`} onRetry={connectivity.unlessOffline(push.retry)} />
        )}
        <NotificationChoices hasPush={hasPush} />
        {hasPush && <ThisDevice push={push} isOn={push.data?.isOn ?? false} />}
      </Card>
    </>
  );
}

function ThisDevice({ push, isOn }: { push: ReturnType<typeof useWebPush>; isOn: boolean }) {
  const support = pushSupport();
  return (
    <div role="group" aria-labelledby="this-device" className="mt-6 border-t border-line pt-5">
      <h2 id="this-device" className="font-semibold">
        {t`This device`}
      </h2>
      <p className="mt-1 text-sm text-muted">
        {isOn
          ? t`Notifications are on for this device.`
          : t`Get notifications on this device, even while Luit is closed.`}
      </p>
      {push.problem && (
        <Alert tone="danger" className="mt-5" onDismiss={push.dismiss}>
          {push.problem}
        </Alert>
      )}
      {support === 'available' ? (
        <>
          <p className="mt-2 text-sm text-muted">{t`While Luit is closed, they never contain your prompt. They end when you sign out on this device.`}</p>
          <Button tone="secondary" className="mt-4" busy={push.isChanging} onClick={() => push.change(!isOn)}>
            {isOn ? t`Turn off notifications` : t`Turn on notifications`}
          </Button>
        </>
      ) : (
        <p className="mt-3 text-sm">{REASONS[support]()}</p>
      )}
    </div>
  );
}
