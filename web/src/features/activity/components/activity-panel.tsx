import { t } from '@lingui/core/macro';
import { Alert } from '@luit/ui/alert';
import { Button, buttonClass } from '@luit/ui/button';
import { Clapperboard } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { logFailure } from '../../../lib/log';
import { requestNotificationPermission } from '../../../shared/requests/completion-notification';
import type { LiveState } from '../../../shared/live/live-connection';
import { CONNECTION } from '../copy';
import type { Activity } from '../use-activity';
import { ActivityItem } from './activity-item';
import { ConnectionDot } from './connection-dot';

interface ActivityPanelProps {
  state: LiveState;
  activity: Activity;
  /** Called when a link is clicked. */
  onLeave: () => void;
}

export function ActivityPanel({ state, activity, onLeave }: ActivityPanelProps) {
  const { running, recent, unread, isFailed, retry } = activity;
  const isEmpty = running.length === 0 && recent.length === 0;
  return (
    <div className="grid">
      <p className="flex items-center gap-2.5 border-b border-line bg-sunken px-5 py-2.5 text-sm text-muted">
        <ConnectionDot state={state} />
        {CONNECTION[state].sentence}
      </p>
      {isFailed && (
        <div className="grid justify-items-start gap-3 p-5">
          <Alert tone="danger" className="w-full">
            {t`We couldn’t load your recent activity.`}
          </Alert>
          <Button tone="secondary" size="sm" onClick={retry}>
            {t`Try again`}
          </Button>
        </div>
      )}
      {isEmpty && !isFailed && (
        <div className="grid justify-items-center gap-1 px-6 py-9 text-center">
          <Clapperboard className="mb-2 size-7 text-accent-text" strokeWidth={1.6} aria-hidden />
          <p className="font-semibold">{t`Nothing in progress`}</p>
          <p className="text-sm text-muted">{t`Videos and photos you create appear here, on every page.`}</p>
        </div>
      )}
      {[
        { title: t`In progress`, requests: running },
        { title: t({ message: 'Recent', context: 'finished videos and photos' }), requests: recent },
      ].map(
        ({ title, requests }) =>
          requests.length > 0 && (
            <section key={title} aria-label={title} className="py-2">
              <h3 className="px-5 pt-2 pb-1 text-label text-muted eyebrow">{title}</h3>
              <ul>
                {requests.map((request) => (
                  <ActivityItem key={request.id} request={request} isUnread={unread.has(request.id)} onOpen={onLeave} />
                ))}
              </ul>
            </section>
          ),
      )}
      <div className="grid gap-2 border-t border-line p-3">
        {recent.some(({ status }) => status === 'completed') && <Notifications />}
        <Link to="/library" onClick={onLeave} className={buttonClass('secondary', 'sm')}>
          {t`Open library`}
        </Link>
      </div>
    </div>
  );
}

/** Offers browser notifications after a success while the permission is undecided, and explains when the browser blocks them. */
function Notifications() {
  const [permission, setPermission] = useState(() => ('Notification' in window ? Notification.permission : null));
  const ask = () => {
    requestNotificationPermission()
      .catch((cause: unknown) => logFailure('Requesting notification permission failed', cause))
      .finally(() => setPermission(Notification.permission));
  };
  if (permission === 'default')
    return (
      <Button tone="ghost" size="sm" onClick={ask}>
        {t`Turn on browser notifications`}
      </Button>
    );
  if (permission === 'denied')
    return (
      <p className="px-2 text-center text-label text-muted">{t`Your browser blocks notifications from Luit. You can allow them in its site settings.`}</p>
    );
  return null;
}
