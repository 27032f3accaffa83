import { t } from '@lingui/core/macro';
import type { RequestView } from '@luit/contracts/http/requests';
import { toast } from '@luit/ui/toaster';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { dispatchCreditsUpdated } from '../../lib/credits-events';
import { isFinal } from '../../shared/requests/api/get-request';
import { notifyReady } from '../../shared/requests/completion-notification';
import { chargeSummary } from '../../shared/requests/charge-summary';
import { markAnnounced } from '../../shared/requests/outcome-announcements';
import { useWantedNotification } from '../../shared/notifications/notification-settings';
import { linkTo } from '../../shared/requests/request-link';
import type { Activity } from './use-activity';

const readyTitle = {
  get video() {
    return t`Your video is ready`;
  },
  get image_video() {
    return t`Your video is ready`;
  },
  get image() {
    return t`Your image is ready`;
  },
  get restore() {
    return t`Your photo has been restored`;
  },
};

const failedTitle = {
  get video() {
    return t`Your video couldn’t be generated`;
  },
  get image_video() {
    return t`Your video couldn’t be generated`;
  },
  get image() {
    return t`Your image couldn’t be generated`;
  },
  get restore() {
    return t`Your photo couldn’t be restored`;
  },
};

const TOAST_DURATION_MS = 12_000;

/** Announces each request that finishes after this hook saw it running once, on any page of the app, unless the user turned that off. */
export function useOutcomeToasts({ running, recent, shownId }: Activity): void {
  const navigate = useNavigate();
  const showIfWanted = useWantedNotification();
  const tracked = useRef(new Set<string>());
  useEffect(() => {
    for (const { id } of running) tracked.current.add(id);
    for (const request of recent) {
      if (!isFinal(request) || !tracked.current.delete(request.id)) continue;
      // The page of a request shows its own result.
      if (request.id === shownId || !markAnnounced(request.id)) continue;
      dispatchCreditsUpdated();
      showIfWanted('requests', 'in_app', () => showToast(request, () => void navigate(linkTo(request))));
      if (request.status !== 'completed') continue;
      const content = { tag: request.id, title: readyTitle[request.type] };
      showIfWanted('requests', 'push', () => notifyReady(request.prompt, content));
    }
  }, [running, recent, shownId, navigate, showIfWanted]);
}

function showToast(request: RequestView, open: () => void): void {
  const options = {
    id: request.id,
    duration: TOAST_DURATION_MS,
    action: { label: t({ message: 'Open', context: 'verb on a button' }), onClick: open },
  };
  if (request.status === 'completed') {
    toast.success(readyTitle[request.type], { ...options, description: request.prompt || undefined });
  } else if (!request.canceled) {
    toast.error(failedTitle[request.type], { ...options, description: chargeSummary(request) });
  }
}
