import { t } from '@lingui/core/macro';
import { clsx } from 'clsx';
import { Wifi, WifiOff } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { type ConnectionState, connectivity } from '../../lib/connectivity';
import { useConnection } from '../../lib/use-connection';
import { logFailure } from '../../lib/log';
import { useServices } from '../../lib/services';

const copy: Record<ConnectionState, () => { title: string; text: string }> = {
  offline: () => ({
    title: t`You’re offline.`,
    text: t`You can read what’s saved on this device, and keep writing. Pages update when you’re connected again.`,
  }),
  unreachable: () => ({
    title: t`We can’t reach the server.`,
    text: t`We keep trying. Pages update when it responds.`,
  }),
  online: () => ({ title: t`You’re connected again.`, text: t`Pages are being updated.` }),
};
/** How long the return of the connection is shown. */
const RETURN_SHOWN_MS = 5_000;
const getNoReminders = (): number => 0;

/**
 * Says once, for the whole app, that there is no connection, and once that it is back. Pressing a button that needs the server
 * repeats it. It sticks to the bottom of the window so that the page does not move.
 */
export default function ConnectionBanner() {
  const state = useConnection();
  const reminders = useSyncExternalStore(connectivity.subscribe, connectivity.getReminders, getNoReminders);
  const [shown, setShown] = useState<ConnectionState | null>(null);
  const isOnline = state === 'online';
  useOfflineSession(isOnline);
  if (!isOnline && shown !== state) setShown(state);
  if (isOnline && shown !== null && shown !== 'online') setShown('online');

  useEffect(() => {
    if (shown !== 'online') return;
    const timer = setTimeout(() => setShown(null), RETURN_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [shown]);

  const Icon = shown === 'online' ? Wifi : WifiOff;
  return (
    <div role="status" aria-label={t`Connection to Luit`} className="sticky bottom-0 z-40 print:hidden">
      {shown && (
        // A new element for each reminder, so that screen readers announce it again and its outline flashes.
        <div
          key={`${shown} ${reminders}`}
          className={clsx(
            'border-t border-line text-sm font-medium shadow-float',
            shown === 'online' ? 'bg-success-wash text-success' : 'bg-accent-wash text-accent-text',
            reminders > 0 && shown !== 'online' && 'animate-remind',
          )}
        >
          <p className="page flex items-start gap-3 py-3">
            <Icon className="mt-0.5 size-4.5 shrink-0" aria-hidden />
            <span className="min-w-0">
              <Message {...copy[shown]()} />
            </span>
          </p>
        </div>
      )}
    </div>
  );
}

function Message({ title, text }: { title: string; text: string }) {
  return (
    <>
      <strong className="font-bold">{title}</strong> {text}
    </>
  );
}

/** Without a connection, continues with the data that this device has stored. Impersonation sessions store nothing. */
function useOfflineSession(isOnline: boolean): void {
  const { session, impersonation } = useServices();
  useEffect(() => {
    if (isOnline || impersonation) return;
    const offline = import('../../shared/offline-library/resume-offline');
    offline
      .then(({ resumeOffline }) => resumeOffline(session))
      .catch((cause: unknown) => logFailure('Reading what this device has kept failed', cause));
    return () =>
      void offline.then(
        ({ leaveOffline }) => leaveOffline(),
        () => undefined,
      );
  }, [isOnline, session, impersonation]);
}
