import { t } from '@lingui/core/macro';
import { deviceStorage } from '@luit/ui/storage';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { Card } from '@luit/ui/card';
import { BellRing } from 'lucide-react';
import { useState } from 'react';
import { useServices, useSession } from '../../lib/services';
import { pushSupport } from './browser-push';
import { useWebPush } from './use-web-push';

const DISMISSED_KEY = 'luit.push-offer';

/** Offers notifications after a success, until the user turns them on or declines. */
export function WebPushOffer() {
  const { impersonation } = useServices();
  const { user } = useSession();
  const [isDismissed, setDismissed] = useState(() => deviceStorage.getItem(DISMISSED_KEY) !== null);
  const canOffer = user !== null && !impersonation && !isDismissed && pushSupport() === 'available';
  const push = useWebPush({ enabled: canOffer });
  if (!canOffer || !push.data?.publicKey || push.data.isOn) return null;
  const dismiss = () => {
    deviceStorage.setItem(DISMISSED_KEY, '1');
    setDismissed(true);
  };
  return (
    <Card as="section" aria-labelledby="push-offer" className="grid gap-4 p-5">
      <div className="flex gap-4">
        <BellRing className="mt-1 size-6 shrink-0 text-accent-text" strokeWidth={1.6} aria-hidden />
        <div>
          <h3 id="push-offer" className="font-semibold">
            {t`Know when the next one is ready`}
          </h3>
          <p className="mt-1 text-sm text-muted">{t`We can notify you on this device, even while Luit is closed.`}</p>
        </div>
      </div>
      {push.problem && (
        <Alert tone="danger" onDismiss={push.dismiss}>
          {push.problem}
        </Alert>
      )}
      <div className="flex flex-wrap gap-3">
        <Button tone="secondary" size="sm" busy={push.isChanging} onClick={() => push.change(true)}>
          {t`Turn on notifications`}
        </Button>
        <Button tone="ghost" size="sm" onClick={dismiss}>
          {t`Not now`}
        </Button>
      </div>
    </Card>
  );
}
