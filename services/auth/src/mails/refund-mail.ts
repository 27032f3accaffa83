import type { I18n } from '@lingui/core';
import type { RefundReason } from '@luit/contracts/billing/refunds';
import { counted, rupees } from './formats';
import type { MailContent } from './mail-layout';

/** Links to the page that shows the refund. */
export interface RefundMailLink {
  label: string;
  url: string;
  /** Describes the page in one sentence. */
  text: string;
}

/**
 * @param name null for a guest
 * @param details `amountPaise`, `credits` deducted with the refund, and `reason`
 */
export function refundMail(
  i18n: I18n,
  name: string | null,
  details: Record<string, string>,
  link: RefundMailLink,
): MailContent {
  return {
    subject: refundIsOnItsWay(i18n, details),
    preview: refundDelay(i18n),
    title: name ? i18n._('You’ve received a refund, {name}', { name }) : i18n._('You’ve received a refund'),
    paragraphs: [
      reasonText(i18n, details),
      i18n._(
        'The money goes to your original payment method. It usually takes banks 5 to 7 business days. No action is needed.',
      ),
      link.text,
    ],
    action: { label: link.label, url: link.url },
    footnote: i18n._('We send one email for each refund.'),
  };
}

/** @param details `amountPaise` */
export function refundIsOnItsWay(i18n: I18n, { amountPaise }: Record<string, string>): string {
  return i18n._('Your refund of {amount} is on its way', { amount: rupees(i18n, amountPaise) });
}

export function refundDelay(i18n: I18n): string {
  return i18n._('It usually takes banks 5 to 7 business days.');
}

function reasonText(i18n: I18n, details: Record<string, string>): string {
  const amount = rupees(i18n, details.amountPaise);
  const { count, credits } = counted(i18n, details.credits);
  switch (details.reason as RefundReason) {
    case 'unused_credits':
      return i18n._('You returned {credits} unused credits. We have refunded their price of {amount}.', {
        credits,
        amount,
      });
    case 'second_payment':
      return i18n._('The same order was paid twice, so we have refunded the second payment of {amount}.', { amount });
    case 'job_failed':
      return i18n._('We couldn’t create your video, so we refunded the {amount} you paid for it.', { amount });
    case 'account_closed':
      return count > 0
        ? i18n._(
            'Your payment arrived after your account deletion had started, so we have refunded {amount} and deducted {credits} of the credits it paid for.',
            { amount, credits },
          )
        : i18n._('Your payment arrived after your account deletion had started, so we have refunded {amount}.', {
            amount,
          });
    case 'operator':
    case 'dashboard':
      return count > 0
        ? i18n._('We have refunded {amount} of your payment and deducted {credits} of the credits it paid for.', {
            amount,
            credits,
          })
        : i18n._('We have refunded {amount} of your payment.', { amount });
  }
}
