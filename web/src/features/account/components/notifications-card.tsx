import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { Card } from '@luit/ui/card';
import { ErrorState } from '@luit/ui/error-state';
import { connectivity } from '../../../lib/connectivity';
import { type PushSupport, pushSupport } from '../../../shared/web-push/browser-push';
import { webPushCopy } from '../../../shared/web-push/copy';
import { useWebPush } from '../../../shared/web-push/use-web-push';

const REASONS: Record<Exclude<PushSupport, 'available'>, string> = {
  blocked: webPushCopy.blocked,
  needs_install: webPushCopy.needsInstall,
  unsupported: webPushCopy.unsupported,
};

/** Absent if this installation sends no web pushes. */
export function NotificationsCard() {
  const push = useWebPush();
  if (!push.isFailed && !push.data?.publicKey) return null;
  return (
    <Card as="section" aria-labelledby="notifications" className="p-6 sm:p-8">
      <h2 id="notifications" className="text-title heading">
        {webPushCopy.title}
      </h2>
      {push.isFailed ? (
        <ErrorState title={webPushCopy.loadFailed} onRetry={connectivity.unlessOffline(push.retry)} />
      ) : (
        <ThisDevice push={push} isOn={push.data?.isOn ?? false} />
      )}
    </Card>
  );
}

function ThisDevice({ push, isOn }: { push: ReturnType<typeof useWebPush>; isOn: boolean }) {
  const support = pushSupport();
  return (
    <>
      <p className="mt-1 text-muted">{isOn ? webPushCopy.on : webPushCopy.lead}</p>
      {push.problem && (
        <Alert tone="danger" className="mt-5" onDismiss={push.dismiss}>
          {push.problem}
        </Alert>
      )}
      {support === 'available' ? (
        <>
          <p className="mt-2 text-sm text-muted">{webPushCopy.privacy}</p>
          <Button tone="secondary" className="mt-5" busy={push.isChanging} onClick={() => push.change(!isOn)}>
            {isOn ? webPushCopy.turnOff : webPushCopy.turnOn}
          </Button>
        </>
      ) : (
        <p className="mt-4 text-sm">{REASONS[support]}</p>
      )}
    </>
  );
}
