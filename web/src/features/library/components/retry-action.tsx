import { t } from '@lingui/core/macro';
import type { RequestView } from '@luit/contracts/http/requests';
import { Button, buttonClass } from '@luit/ui/button';
import { Coins, Pencil, RotateCcw } from 'lucide-react';
import { Link } from 'react-router-dom';
import { formatCredits } from '../../../lib/format';
import { useShortfall } from '../../../shared/credits/api/get-balance';
import { SHORTFALL_TEXTS } from '../../../shared/credits/shortfall-text';
import { useCurrentPrice } from '../../../shared/plans/current-price';
import { useRequestChanges } from '../../../shared/requests/api/change-request';
import { requestCopy } from '../../../shared/requests/copy';
import { failsAgain } from '../../../shared/requests/outcome-notice';
import { formFor } from '../../../shared/requests/request-link';

interface RetryActionProps {
  request: RequestView;
  onError: (cause: unknown) => void;
}

/** What may help after a failure: another input where the same one fails again, otherwise a retry at its price. */
export function RetryAction({ request, onError }: RetryActionProps) {
  return failsAgain(request) ? <EditLink request={request} /> : <Retry request={request} onError={onError} />;
}

function EditLink({ request }: { request: RequestView }) {
  const { type, prompt, planId } = request;
  return (
    <Link
      to={formFor(request)}
      state={{ prompt, planId: planId ?? undefined }}
      className={buttonClass('primary', 'sm')}
    >
      <Pencil className="size-4" aria-hidden />
      {type === 'restore' ? t`Choose another photo` : t`Edit prompt`}
    </Link>
  );
}

function Retry({ request, onError }: RetryActionProps) {
  const { retry } = useRequestChanges(request);
  const price = useCurrentPrice(request);
  const shortfall = useShortfall(price);
  if (shortfall > 0) {
    return (
      <div className="grid gap-2">
        <p role="status" className="text-sm font-medium text-accent-text">
          {SHORTFALL_TEXTS[request.type === 'restore' ? 'photo' : 'video'](shortfall)}
        </p>
        <Link to="/pricing" className={buttonClass('primary', 'sm', 'justify-self-start')}>
          <Coins className="size-4" aria-hidden />
          {t`Buy credits`}
        </Link>
      </div>
    );
  }
  return (
    <Button
      size="sm"
      busy={retry.isPending}
      icon={<RotateCcw className="size-4" aria-hidden />}
      onClick={() => retry.mutate(price, { onError })}
    >
      {requestCopy.retryFor(formatCredits(price))}
    </Button>
  );
}
