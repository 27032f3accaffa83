import { t } from '@lingui/core/macro';
import { makesVideo } from '@luit/contracts/generation/outputs';
import type { RequestView } from '@luit/contracts/http/requests';
import { toast } from '@luit/ui/toaster';
import { useEffect, useRef } from 'react';
import { dispatchCreditsUpdated } from '../../lib/credits-events';
import { useWantedNotification } from '../../shared/notifications/notification-settings';
import { notifyReady } from '../../shared/requests/completion-notification';
import { markAnnounced } from '../../shared/requests/outcome-announcements';

/** Delay of the message after completion. */
export const READY_MESSAGE_MS = 1000;

/** Announces the result of a request once; a success only if the request was started or seen running on this page. */
export function useOutcome(
  request: RequestView | undefined,
  isStartedHere: boolean,
  onFailure: (request: RequestView) => void,
): void {
  const showIfWanted = useWantedNotification();
  const seenRunning = useRef<string | null>(null);
  const announced = useRef<string | null>(null);
  const onFailureRef = useRef(onFailure);
  useEffect(() => {
    onFailureRef.current = onFailure;
  });
  useEffect(() => {
    if (!request || announced.current === request.id) return;
    const { id, status, prompt } = request;
    if (status === 'processing') seenRunning.current = id;
    if (status === 'failed') {
      announced.current = id;
      markAnnounced(id);
      dispatchCreditsUpdated();
      onFailureRef.current(request);
    }
    if (status === 'completed' && (isStartedHere || seenRunning.current === id)) {
      announced.current = id;
      markAnnounced(id);
      showIfWanted('requests', 'push', () => notifyReady(prompt, { tag: id }));
      dispatchCreditsUpdated();
      setTimeout(
        () => toast.success(makesVideo(request.type) ? t`Your video is ready!` : t`Your image is ready!`),
        READY_MESSAGE_MS,
      );
    }
  }, [request, isStartedHere, showIfWanted]);
}
