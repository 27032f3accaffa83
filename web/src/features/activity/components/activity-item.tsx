import { t } from '@lingui/core/macro';
import { makesVideo } from '@luit/contracts/generation/outputs';
import type { RequestView } from '@luit/contracts/http/requests';
import { Progress } from '@luit/ui/progress';
import { Badge } from '@luit/ui/badge';
import { CircleAlert, CircleSlash, Film, ImageIcon } from 'lucide-react';
import { Link } from 'react-router-dom';
import { requestCopy } from '../../../shared/requests/copy';
import { formatDateTime } from '../../../lib/format';
import { useServiceStatus } from '../../../lib/service-status';
import { waitEstimate } from '../../../shared/requests/wait-estimate';
import { progressText, shownProgress } from '../../../shared/requests/progress';
import { linkTo } from '../../../shared/requests/request-link';
import { chargeSummary } from '../../../shared/requests/charge-summary';

interface ActivityItemProps {
  request: RequestView;
  isUnread: boolean;
  onOpen: () => void;
}

export function ActivityItem({ request, isUnread, onOpen }: ActivityItemProps) {
  const { isWaitUnknown } = useServiceStatus();
  const title = request.prompt || t`Restored photo`;
  const isRunning = request.status === 'processing';
  const hasFailed = request.status === 'failed';
  return (
    <li>
      <Link
        to={linkTo(request)}
        onClick={onOpen}
        className="grid grid-cols-[4rem_minmax(0,1fr)] items-start gap-3.5 px-5 py-2.5 hover:bg-sunken focus-visible:-outline-offset-3"
      >
        <Thumbnail request={request} />
        <div className="grid gap-1">
          <p className="line-clamp-1 text-sm font-semibold break-all" dir="auto">
            {title}
          </p>
          {isRunning ? (
            <>
              <Progress value={shownProgress(request)} label={title} />
              <p className="text-label text-muted tabular-nums">
                {[progressText(request), ...waitEstimate(request, isWaitUnknown)].join(' · ')}
              </p>
            </>
          ) : (
            <p className="flex flex-wrap items-center gap-x-2 text-label text-muted">
              <span>{requestCopy.badges[request.canceled ? 'canceled' : request.status]}</span>
              <span aria-hidden>·</span>
              <time dateTime={request.completedAt ?? undefined}>{formatDateTime(request.completedAt)}</time>
              {isUnread && <Badge tone="accent">{t({ message: 'New', context: 'not seen yet' })}</Badge>}
            </p>
          )}
          {hasFailed && <p className="text-label text-muted">{chargeSummary(request)}</p>}
        </div>
      </Link>
    </li>
  );
}

function Thumbnail({ request }: { request: RequestView }) {
  const thumbnail = request.posterUrl ?? (makesVideo(request.type) ? null : request.outputUrl) ?? request.imageUrl;
  const Icon = request.canceled
    ? CircleSlash
    : request.status === 'failed'
      ? CircleAlert
      : makesVideo(request.type)
        ? Film
        : ImageIcon;
  return (
    <div
      aria-hidden
      className="mt-0.5 grid aspect-video place-items-center overflow-hidden rounded-frame bg-[#0b2f36] text-[#a8c6c4]"
    >
      {thumbnail ? (
        <img src={thumbnail} alt="" className="size-full object-cover" />
      ) : (
        <Icon className="size-4.5" strokeWidth={1.8} />
      )}
    </div>
  );
}
