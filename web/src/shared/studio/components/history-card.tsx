import { t } from '@lingui/core/macro';
import { makesVideo } from '@luit/contracts/generation/outputs';
import type { RequestView } from '@luit/contracts/http/requests';
import { clsx } from 'clsx';
import { CircleAlert, CircleSlash, ImageIcon, Video } from 'lucide-react';
import { Link } from 'react-router-dom';
import { requestCopy } from '../../requests/copy';
import { progressText, shownProgress } from '../../requests/progress';
import { linkTo } from '../../requests/request-link';

interface HistoryCardProps {
  request: RequestView;
  /** Whether the stage shows this request. */
  isShown: boolean;
}

/** One request of the history with its live state. */
export function HistoryCard({ request, isShown }: HistoryCardProps) {
  const isRunning = request.status === 'processing';
  const title = request.prompt || t`Restored photo`;
  const badge = requestCopy.badges[request.canceled ? 'canceled' : request.status];
  const isWaiting = isRunning && shownProgress(request) === null;
  const status = isWaiting ? progressText(request) : isRunning ? `${badge} · ${progressText(request)}` : badge;
  return (
    <li className="w-44 shrink-0 snap-start">
      <Link
        to={linkTo(request)}
        aria-label={`${title}, ${status}`}
        aria-current={isShown ? 'true' : undefined}
        className={clsx(
          'grid h-full overflow-hidden rounded-card border-2 bg-surface transition-colors',
          isShown ? 'border-accent' : 'border-line hover:border-edge',
        )}
      >
        <Thumbnail request={request} />
        <span className="grid content-start gap-0.5 px-3 py-2">
          <span className="truncate text-sm font-semibold" dir="auto">
            {title}
          </span>{' '}
          <span
            className={clsx(
              'truncate text-label tabular-nums',
              request.status === 'failed' && !request.canceled ? 'text-danger' : 'text-muted',
            )}
          >
            {status}
          </span>
        </span>
      </Link>
    </li>
  );
}

function Thumbnail({ request }: { request: RequestView }) {
  const { status, canceled, type } = request;
  const image = request.posterUrl ?? (makesVideo(type) ? null : request.outputUrl) ?? request.imageUrl;
  const Icon = canceled ? CircleSlash : status === 'failed' ? CircleAlert : makesVideo(type) ? Video : ImageIcon;
  return (
    <span
      aria-hidden
      className="relative grid aspect-video place-items-center overflow-hidden bg-[#0b2f36] text-[#a8c6c4]"
    >
      {image ? (
        <img src={image} alt="" loading="lazy" className="absolute inset-0 size-full object-cover" />
      ) : (
        <Icon className="size-6" strokeWidth={1.6} />
      )}
      {status === 'processing' && (
        <span className="absolute inset-x-0 bottom-0 h-1.5 bg-[#04110f]/70">
          <span
            className="block h-full bg-accent transition-[width] duration-700 ease-standard"
            style={{ width: `${shownProgress(request) ?? 0}%` }}
          />
        </span>
      )}
    </span>
  );
}
