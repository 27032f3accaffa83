import { t } from '@lingui/core/macro';
import { OUTPUT_OF } from '@luit/contracts/generation/outputs';
import type { RequestView } from '@luit/contracts/http/requests';
import { Button, buttonClass } from '@luit/ui/button';
import { Coins, Pencil, RotateCcw } from 'lucide-react';
import { Link } from 'react-router-dom';
import { priceOf, rateOf } from '@luit/contracts/generation/catalog/prices';
import { useQuery } from '@tanstack/react-query';
import { formatCredits } from '../../../lib/format';
import { useShortfall } from '../../credits/api/get-balance';
import { SHORTFALL_TEXTS } from '../../credits/shortfall-text';
import { useRequestChanges } from '../api/change-request';
import { requestCopy } from '../copy';
import { failsAgain } from '../outcome-notice';
import { formFor } from '../request-link';
import { useServices } from '../../../lib/services';
import { pricingQuery } from '../../credits/api/get-pricing';

const NOUNS = { video: 'video', image: 'image', restoration: 'photo' } as const;

interface RetryActionProps {
  request: RequestView;
  onError: (cause: unknown) => void;
  /** Shows the form for other input; a link to its page unless given. */
  onEdit?: () => void;
  /** Called with the id of the new request. */
  onRetried?: (id: string) => void;
}

/** What may help after a failure: another input where the same one fails again or was not wanted, otherwise a retry at its price. */
export function RetryAction(props: RetryActionProps) {
  const { request } = props;
  return request.canceled || failsAgain(request) ? <OtherInput {...props} /> : <Retry {...props} />;
}

function OtherInput({ request, onEdit }: RetryActionProps) {
  const { type, prompt, planId } = request;
  const text = type === 'restore' ? t`Choose another photo` : t`Edit prompt`;
  const icon = <Pencil className="size-4" aria-hidden />;
  if (onEdit)
    return (
      <Button icon={icon} onClick={onEdit}>
        {text}
      </Button>
    );
  return (
    <Link to={formFor(request)} state={{ prompt, planId: planId ?? undefined }} className={buttonClass('primary')}>
      {icon}
      {text}
    </Link>
  );
}

function Retry({ request, onError, onRetried }: RetryActionProps) {
  const { retry } = useRequestChanges(request);
  const price = useCurrentPrice(request);
  const shortfall = useShortfall(price);
  if (shortfall > 0) {
    return (
      <div className="grid gap-2">
        <p role="status" className="text-sm font-medium text-accent-text">
          {SHORTFALL_TEXTS[NOUNS[OUTPUT_OF[request.type]]](shortfall)}
        </p>
        <Link to="/pricing" className={buttonClass('primary')}>
          <Coins className="size-4" aria-hidden />
          {t`Buy credits`}
        </Link>
      </div>
    );
  }
  return (
    <Button
      busy={retry.isPending}
      icon={<RotateCcw className="size-4" aria-hidden />}
      onClick={() => retry.mutate(price, { onError, onSuccess: ({ request_id: id }) => onRetried?.(id) })}
    >
      {requestCopy.retryFor(formatCredits(price))}
    </Button>
  );
}

/**
 * The credits that making this request again costs now, by the rule of the charge. Until the prices have loaded, what it cost before:
 * the server refuses a request whose expected price is outdated.
 */
function useCurrentPrice({ type, duration, resolution, options, model, restore, credits }: RequestView): number {
  const { api } = useServices();
  const { data } = useQuery(pricingQuery(api));
  if (type === 'restore') {
    return data?.restorePlans.find(({ quality }) => quality === restore?.quality)?.credits ?? credits;
  }
  const maker = [...(data?.models ?? []), ...(data?.imageModels ?? [])].find(({ id }) => id === model);
  const values = { duration: duration ?? undefined, resolution, sound: options?.sound ?? false };
  return maker && rateOf(maker.price, values) ? priceOf(maker.price, values) : credits;
}
