import { t } from '@lingui/core/macro';
import type { RequestView } from '@luit/contracts/http/requests';
import { Card } from '@luit/ui/card';
import { memo, useState } from 'react';
import { requestCopy } from '../../../shared/requests/copy';
import { formatCredits, formatDateTime, formatSeconds } from '../../../lib/format';
import { useServiceStatus } from '../../../lib/service-status';
import { TakenDownNotice } from '../../../shared/requests/components/taken-down-notice';
import { failureText } from '../../../shared/requests/failure-texts';
import { timeLeft } from '../../../shared/requests/wait-estimate';
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

const MONEY_TEXTS: Record<RequestView['money']['state'], (credits: string) => string> = {
  held: (credits) => t`${credits} held`,
  captured: (credits) => credits,
  returned: (credits) => t`${credits} returned`,
  refunded: (credits) => t`${credits} refunded`,
};

/** One request with its texts and buttons. */
export const RequestCard = memo(function RequestCard({ listed, isFavorite, isShared, selection }: RequestCardProps) {
  const { isWaitUnknown } = useServiceStatus();
  const request = useNewestRequest(listed);
  const [isOpened, setOpened] = useState(false);
  const title = request.prompt || t`Restored photo`;
  const details = [
    request.duration !== null && formatSeconds(request.duration),
    MONEY_TEXTS[request.money.state](formatCredits(request.money.credits)),
    timeLeft(request, isWaitUnknown),
    isShared && t`Shared`,
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
              {t`Details`}
            </span>
          </summary>
          <div className="mt-3">{isOpened && <RequestDetails request={request} />}</div>
        </details>
        {!selection.isActive && <RequestActions request={request} title={title} isFavorite={isFavorite} />}
      </div>
    </Card>
  );
});
