import { t } from '@lingui/core/macro';
import type { RequestView } from '@luit/contracts/http/requests';
import { formatCredits } from '../../lib/format';
import { requestCopy } from '../../shared/requests/copy';
import { failureText } from '../../shared/requests/failure-texts';

const MONEY_TEXTS: Record<RequestView['money']['state'], (credits: string) => string> = {
  held: (credits) => t`${credits} held`,
  captured: (credits) => credits,
  returned: (credits) => t`${credits} returned`,
  refunded: (credits) => t`${credits} refunded`,
};

/** What happened to the credits of a request. */
export function moneyText({ money }: RequestView): string {
  return MONEY_TEXTS[money.state](formatCredits(money.credits));
}

/** Why there is no picture, or why it is free; null for a usual result. */
export function outcomeText({ takedown, lateOutput, error, type }: RequestView): string | null {
  if (takedown) return t`We took this down. Nobody can see it, including you.`;
  if (lateOutput) return requestCopy.late[type];
  return error && failureText(error.message);
}
