import type { RequestView } from '@luit/contracts/http/requests';
import { toast } from '@luit/ui/toaster';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { dispatchCreditsUpdated } from '../../lib/credits-events';
import { isFinal } from '../generation/api/get-request';
import { notifyReady } from '../generation/completion-notification';
import { chargeSummary } from '../generation/charge-summary';
import { announceOnce } from '../generation/outcome-announcements';
import { linkTo } from '../generation/request-link';
import { activityCopy } from './copy';
import type { Activity } from './use-activity';

const SHOWN_FOR_MS = 12_000;

/** Tells how a request ended that was seen running here, once, wherever in the app the person is by then. */
export function useOutcomeToasts({ running, recent, shownId }: Activity): void {
  const navigate = useNavigate();
  const followed = useRef(new Set<string>());
  useEffect(() => {
    for (const { id } of running) followed.current.add(id);
    for (const request of recent) {
      if (!isFinal(request) || !followed.current.delete(request.id)) continue;
      // The page of a request tells its outcome itself.
      if (request.id === shownId || !announceOnce(request.id)) continue;
      dispatchCreditsUpdated();
      tell(request, () => void navigate(linkTo(request)));
    }
  }, [running, recent, shownId, navigate]);
}

function tell(request: RequestView, open: () => void): void {
  const options = {
    id: request.id,
    duration: SHOWN_FOR_MS,
    action: { label: activityCopy.open, onClick: open },
  };
  if (request.status === 'completed') {
    toast.success(activityCopy.readyTitle[request.type], { ...options, description: request.prompt || undefined });
    void notifyReady(request.prompt, { tag: request.id, title: activityCopy.readyTitle[request.type] });
  } else if (!request.canceled) {
    toast.error(activityCopy.failedTitle[request.type], { ...options, description: chargeSummary(request) });
  }
}
