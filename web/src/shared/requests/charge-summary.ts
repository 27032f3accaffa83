import type { RequestView } from '@luit/contracts/http/requests';
import { formatCredits, formatMoney } from '../../lib/format';

type ChargedRequest = Pick<RequestView, 'money' | 'status' | 'canceled' | 'type'>;

/** Explains to the owner of a request what was charged, held, returned or refunded. */
export function chargeSummary({ money, status, canceled, type }: ChargedRequest): string {
  const credits = formatCredits(money.credits);
  const noun = type === 'restore' ? 'photo' : 'video';
  if (money.state === 'refunded')
    return `We’re refunding ${formatMoney(money.credits)} to your original payment method.`;
  // Billing settles the hold moments after the job ends. Until then the state is still `held`, but the outcome is certain.
  if (status === 'completed') return `You were charged ${credits} for this ${noun}.`;
  if (status === 'processing')
    return `We’re holding ${credits}. They’re spent only if the ${noun} succeeds and returned automatically if it fails.`;
  const returned = money.state === 'held' ? 'We’re returning' : 'We returned';
  return `${canceled ? 'Canceled. ' : ''}${returned} ${credits} to your balance. You weren’t charged.`;
}
