import { t } from '@lingui/core/macro';
import type { RequestView } from '@luit/contracts/http/requests';
import { Dialog } from '@luit/ui/dialog';
import { formatDateTime, formatSeconds } from '../../../lib/format';
import { useServiceStatus } from '../../../lib/service-status';
import { TakenDownNotice } from '../../../shared/requests/components/taken-down-notice';
import { requestCopy } from '../../../shared/requests/copy';
import { timeLeft } from '../../../shared/requests/wait-estimate';
import { moneyText, outcomeText } from '../request-texts';
import { useNewestRequest } from '../use-newest-request';
import { RequestActions } from './request-actions';
import { RequestDetails } from '../../../shared/requests/components/request-details';

interface RequestPanelProps {
  listed: RequestView;
  isShared: boolean;
  onClose: () => void;
}

/** What can be done with a request, and what is known of it. */
export function RequestPanel({ listed, isShared, onClose }: RequestPanelProps) {
  const { isWaitUnknown } = useServiceStatus();
  const request = useNewestRequest(listed);
  const title = requestCopy.badges[request.canceled ? 'canceled' : request.status];
  const facts = [
    formatDateTime(request.createdAt),
    request.duration !== null && formatSeconds(request.duration),
    moneyText(request),
    timeLeft(request, isWaitUnknown),
    isShared && t`Shared`,
  ].filter((fact) => typeof fact === 'string');
  const outcome = outcomeText(request);
  return (
    <Dialog isOpen onClose={onClose} title={title} description={facts.join(' · ')}>
      <div className="grid gap-5">
        <TakenDownNotice request={request} />
        {!request.takedown && outcome && (
          <p className={request.lateOutput ? 'font-medium text-success' : 'text-danger'}>{outcome}</p>
        )}
        <RequestActions request={request} />
        <RequestDetails request={request} />
      </div>
    </Dialog>
  );
}
