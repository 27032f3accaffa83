import type { RequestView } from '@luit/contracts/http/requests';
import { Card } from '@luit/ui/card';
import { memo, useState } from 'react';
import { requestCopy } from '../../../shared/requests/copy';
import { formatCredits, formatDateTime, formatSeconds } from '../../../lib/format';
import { useServiceStatus } from '../../../lib/service-status';
import { TakenDownNotice } from '../../../shared/requests/components/taken-down-notice';
import { failureText } from '../../../shared/requests/failure-texts';
import { timeLeft } from '../../../shared/requests/wait-estimate';
import { libraryCopy } from '../copy';
import { useNewestRequest } from '../use-newest-request';
import type { SelectionMarks } from '../use-selection';
import { RequestActions } from './request-actions';
import { RequestDetails } from './request-details';
import { SelectablePreview } from './selectable-preview';
import { StateBadge } from './state-badge';

export interface RequestCardProps {
  listed: RequestView;
  isFavorite: boolean;
  /** Whether it has a share link. */
  isShared: boolean;
  selection: SelectionMarks;
}

/** One request with its texts and buttons. */
export const RequestCard = memo(function RequestCard({ listed, isFavorite, isShared, selection }: RequestCardProps) {
  const { isWaitUnknown } = useServiceStatus();
  const request = useNewestRequest(listed);
  const [isOpened, setOpened] = useState(false);
  const title = request.prompt || requestCopy.restoredTitle;
  const details = [
    request.duration !== null && request.type !== 'restore' && formatSeconds(request.duration),
    libraryCopy.money[request.money.state](formatCredits(request.money.credits)),
    timeLeft(request, isWaitUnknown),
    isShared && libraryCopy.shared,
  ].filter((detail) => typeof detail === 'string');

  return (
    <Card className="flex h-full flex-col overflow-hidden">
      <SelectablePreview request={request} title={title} selection={selection} />
      <div className="flex grow flex-col gap-3 p-5">
        <div className="flex items-center justify-between gap-3">
          <StateBadge request={request} />
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
