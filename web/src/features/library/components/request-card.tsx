import type { RequestView } from '@luit/contracts/http/requests';
import { Badge, type BadgeTone } from '@luit/ui/badge';
import { Card } from '@luit/ui/card';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { memo, useState } from 'react';
import { Link } from 'react-router-dom';
import { requestCopy } from '../../../shared/requests/copy';
import { formatCredits, formatDateTime, formatSeconds } from '../../../lib/format';
import { useServiceStatus } from '../../../lib/service-status';
import { useServices } from '../../../lib/services';
import { requestQuery } from '../../../shared/requests/api/get-request';
import { TakenDownNotice } from '../../../shared/requests/components/taken-down-notice';
import { failureText } from '../../../shared/requests/failure-texts';
import { linkTo } from '../../../shared/requests/request-link';
import { timeLeft } from '../../../shared/requests/wait-estimate';
import { newerRequest } from '../../../shared/requests/request-cache';
import { libraryCopy } from '../copy';
import { CARD_FOCUS } from '../use-card-focus';
import { isSelectable, type SelectionMarks } from '../use-selection';
import { RequestActions } from './request-actions';
import { RequestDetails } from './request-details';
import { RequestPreview } from './request-preview';

const TONES: Record<RequestView['status'], BadgeTone> = { completed: 'success', processing: 'info', failed: 'danger' };

interface RequestCardProps {
  listed: RequestView;
  isFavorite: boolean;
  /** Whether it has a share link. */
  isShared: boolean;
  selection: SelectionMarks;
}

/** One request. While it runs, it reads the cache that polls and live events update. */
export const RequestCard = memo(function RequestCard({ listed, isFavorite, isShared, selection }: RequestCardProps) {
  const { api } = useServices();
  const { isWaitUnknown } = useServiceStatus();
  const client = useQueryClient();
  const isRunning = listed.status === 'processing';
  // A query of a finished request would only fill the cache: the list has the request.
  const [polled] = useQueries({ queries: [requestQuery(api, client, listed.id)].filter(() => isRunning) });
  const request = newerRequest(polled?.data, listed);
  const [isFocused, setFocused] = useState(false);
  const [isOpened, setOpened] = useState(false);
  const title = request.prompt || requestCopy.restoredTitle;
  const badge = request.canceled ? 'canceled' : request.status;
  const details = [
    request.duration !== null && request.type !== 'restore' && formatSeconds(request.duration),
    libraryCopy.money[request.money.state](formatCredits(request.money.credits)),
    timeLeft(request, isWaitUnknown),
    isShared && libraryCopy.shared,
  ].filter((detail) => typeof detail === 'string');

  return (
    <Card className="flex h-full flex-col overflow-hidden">
      {selection.isActive ? (
        <label className={clsx('relative block', isSelectable(request) ? 'cursor-pointer' : 'opacity-50')}>
          <RequestPreview request={request} title={title} />
          <input
            {...CARD_FOCUS}
            type="checkbox"
            aria-label={libraryCopy.bulk.select(title)}
            disabled={!isSelectable(request)}
            checked={selection.has(request)}
            onChange={() => selection.toggle(request)}
            className="absolute top-3 left-3 size-6 accent-accent"
          />
        </label>
      ) : (
        <Link
          {...CARD_FOCUS}
          to={linkTo(request)}
          aria-label={libraryCopy.open(title)}
          className="block"
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
        >
          <RequestPreview request={request} title={title} isFocused={isFocused} />
        </Link>
      )}
      <div className="flex grow flex-col gap-3 p-5">
        <div className="flex items-center justify-between gap-3">
          <Badge tone={request.canceled ? 'neutral' : TONES[request.status]}>{requestCopy.badges[badge]}</Badge>
          <time dateTime={request.createdAt} className="text-label text-muted">
            {formatDateTime(request.createdAt)}
          </time>
        </div>
        <h2 className="line-clamp-2 font-semibold break-words" dir="auto">
          {title}
        </h2>
        <TakenDownNotice request={request} />
        {request.lateOutput && <p className="text-sm font-medium text-success">{requestCopy.late[request.type]}</p>}
        {request.error && !request.lateOutput && (
          <p className="text-sm text-danger">{failureText(request.error.message)}</p>
        )}
        <details
          className="group mt-auto text-sm text-muted"
          onToggle={(event) => setOpened(event.currentTarget.open || isOpened)}
        >
          <summary className="flex cursor-pointer list-none flex-wrap justify-between gap-x-3 tabular-nums [&::-webkit-details-marker]:hidden">
            {details.join(' · ')}
            <span className="font-semibold text-info underline-offset-4 group-open:hidden hover:underline">
              {libraryCopy.details}
            </span>
          </summary>
          <div className="mt-3">{isOpened && <RequestDetails request={request} />}</div>
        </details>
        {!selection.isActive && <RequestActions request={request} title={title} isFavorite={isFavorite} />}
      </div>
    </Card>
  );
});
