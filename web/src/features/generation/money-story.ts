import type { RequestView } from '@luit/contracts/http';
import { formatCredits, formatMoney } from '../../lib/format';

type Paid = Pick<RequestView, 'money' | 'credits' | 'canceled' | 'type'>;

/** Why a request was charged, or what came back and why, in a sentence for its owner. */
export function moneyStory({ money, canceled, type }: Paid): string {
  const credits = formatCredits(money.credits);
  const noun = type === 'restore' ? 'photo' : 'video';
  switch (money.state) {
    case 'held':
      return `${credits} are set aside. They are spent only if the ${noun} succeeds, and come back by themselves if not.`;
    case 'captured':
      return `${credits} were charged, because your ${noun} was delivered.`;
    case 'returned':
      return canceled
        ? `Cancelled: all ${credits} are back, nothing was charged.`
        : `Nothing was charged: all ${credits} are back.`;
    case 'refunded':
      return `Paid for directly: ${formatMoney(money.credits)} go back to the card or account you paid from.`;
  }
}
