import type { RequestView } from '@luit/contracts/http/requests';
import { formatCredits, formatMoney } from '../../lib/format';

type Paid = Pick<RequestView, 'money' | 'status' | 'canceled' | 'type'>;

/** Why a request was charged, or what comes back and why, in a sentence for its owner. */
export function chargeSummary({ money, status, canceled, type }: Paid): string {
  const credits = formatCredits(money.credits);
  const noun = type === 'restore' ? 'photo' : 'video';
  if (money.state === 'refunded')
    return `Paid for directly: ${formatMoney(money.credits)} go back to the card or account you paid from.`;
  // The ledger follows a job's end within moments: until then the credits are held, and already as good as settled.
  if (status === 'completed') return `${credits} were charged, because your ${noun} was delivered.`;
  if (status === 'processing')
    return `${credits} are set aside. They are spent only if the ${noun} succeeds, and come back by themselves if not.`;
  const back = money.state === 'held' ? 'are on their way back' : 'are back';
  return `${canceled ? 'Cancelled: nothing' : 'Nothing'} was charged, all ${credits} ${back}.`;
}
