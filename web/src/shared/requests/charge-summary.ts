import { t } from '@lingui/core/macro';
import { OUTPUT_OF, type RequestOutput } from '@luit/contracts/generation/outputs';
import type { RequestView } from '@luit/contracts/http/requests';
import { formatCredits, formatMoney } from '../../lib/format';

type Texts = Record<RequestOutput, (credits: string) => string>;
const CHARGED: Texts = {
  video: (credits) => t`You were charged ${credits} for this video.`,
  image: (credits) => t`You were charged ${credits} for this image.`,
  restoration: (credits) => t`You were charged ${credits} for this photo.`,
};
const HELD: Texts = {
  video: (credits) =>
    t`We’re holding ${credits}. They’re spent only if the video succeeds and returned automatically if it fails.`,
  image: (credits) =>
    t`We’re holding ${credits}. They’re spent only if the image succeeds and returned automatically if it fails.`,
  restoration: (credits) =>
    t`We’re holding ${credits}. They’re spent only if the restoration succeeds and returned automatically if it fails.`,
};

type ChargedRequest = Pick<RequestView, 'money' | 'status' | 'canceled' | 'type'>;

/** Explains to the owner of a request what was charged, held, returned or refunded. */
export function chargeSummary({ money, status, canceled, type }: ChargedRequest): string {
  const credits = formatCredits(money.credits);
  const output = OUTPUT_OF[type];
  if (money.state === 'refunded') {
    const amount = formatMoney(money.credits);
    if (money.refund === 'paid_otherwise')
      return t`We’ve paid your refund of ${amount} in another way, because it could not be returned to your original payment method.`;
    return money.refund === 'delayed'
      ? t`Your refund of ${amount} is delayed. We’re retrying, and our team has been informed.`
      : t`We’re refunding ${amount} to your original payment method.`;
  }
  // Billing settles the hold moments after the job ends. Until then the state is still `held`, but the outcome is certain.
  if (status === 'completed') {
    return CHARGED[output](credits);
  }
  if (status === 'processing') {
    return HELD[output](credits);
  }
  if (money.state === 'held') {
    return canceled
      ? t`Canceled. We’re returning ${credits} to your balance. You weren’t charged.`
      : t`We’re returning ${credits} to your balance. You weren’t charged.`;
  }
  return canceled
    ? t`Canceled. We returned ${credits} to your balance. You weren’t charged.`
    : t`We returned ${credits} to your balance. You weren’t charged.`;
}
