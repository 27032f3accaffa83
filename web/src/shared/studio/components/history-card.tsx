import { t } from '@lingui/core/macro';
import type { RequestView } from '@luit/contracts/http/requests';
import { clsx } from 'clsx';
import { Link } from 'react-router-dom';
import { RequestPreview } from '../../requests/components/request-preview';
import { requestCopy } from '../../requests/copy';
import { progressText, shownProgress } from '../../requests/progress';
import { linkTo } from '../../requests/request-link';
import { statedRatio } from '../../requests/stated-ratio';

interface HistoryCardProps {
  request: RequestView;
  /** Whether the stage shows this request. */
  isShown: boolean;
}

/** One request of the history as its picture, or its words while it has none, with its live state. */
export function HistoryCard({ request, isShown }: HistoryCardProps) {
  const isRunning = request.status === 'processing';
  const title = request.prompt || t`Restored photo`;
  const badge = requestCopy.badges[request.canceled ? 'canceled' : request.status];
  const isWaiting = isRunning && shownProgress(request) === null;
  const status = isWaiting ? progressText(request) : isRunning ? `${badge} · ${progressText(request)}` : badge;
  return (
    <li className="shrink-0 snap-start">
      <Link
        to={linkTo(request)}
        aria-label={`${title}, ${status}`}
        title={`${title}, ${status}`}
        aria-current={isShown ? 'true' : undefined}
        style={{ aspectRatio: statedRatio(request) }}
        className={clsx(
          'relative block h-18 overflow-hidden rounded-control border-2 max-sm:h-14',
          isShown ? 'border-accent' : 'border-transparent hover:border-edge',
        )}
      >
        <RequestPreview request={request} title={title} className="size-full" isCompact />
        {request.status === 'failed' && (
          <span
            aria-hidden
            className={clsx(
              'absolute inset-x-0 bottom-0 truncate bg-[#04110f]/80 px-1.5 text-label text-white',
              !request.canceled && 'border-t-2 border-danger',
            )}
          >
            {badge}
          </span>
        )}
      </Link>
    </li>
  );
}
