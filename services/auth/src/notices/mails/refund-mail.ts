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
 * @param details `amountPaise`, `credits` deducted with the refund, `reason`, and `paidReference` if an operator paid it in another way
 */
export function refundMail(i18n: I18n, details: Record<string, string>, link: RefundMailLink): MailContent {
  return {
    subject: refundIsOnItsWay(i18n, details),
    preview: refundDelay(i18n, details),
    title: i18n._('You’ve received a refund'),
    paragraphs: [
      reasonText(i18n, details),
      details.paidReference
        ? i18n._(
            'The money could not be returned to your original payment method, so we paid it in another way. Reference: {reference}.',
            { reference: details.paidReference },
          )
        : i18n._(
            'The money goes to your original payment method. It usually takes banks 5 to 7 business days. No action is needed.',
          ),
      link.text,
    ],
    action: { label: link.label, url: link.url },
    footnote: i18n._('We send this email each time that a refund is paid.'),
  };
}

/** @param details `amountPaise` */
export function refundDelayedMail(i18n: I18n, details: Record<string, string>, link: RefundMailLink): MailContent {
  const amount = rupees(i18n, details.amountPaise);
  return {
    subject: i18n._('Your refund of {amount} is delayed', { amount }),
    preview: i18n._('We’re retrying, and our team has been informed.'),
    title: i18n._('Your refund is delayed'),
    paragraphs: [
      i18n._(
        'Your refund of {amount} has not gone through yet. We’re retrying, and our team has been informed. No action is needed.',
        { amount },
      ),
      i18n._('We’ll email you when the money is on its way.'),
      link.text,
    ],
    action: { label: link.label, url: link.url },
    footnote: i18n._('We send this email if a refund takes longer than it should.'),
  };
}

/** @param details `amountPaise`, `paidReference` */
export function refundIsOnItsWay(i18n: I18n, { amountPaise, paidReference }: Record<string, string>): string {
  const amount = rupees(i18n, amountPaise);
  return paidReference
    ? i18n._('We’ve paid your refund of {amount}', { amount })
    : i18n._('Your refund of {amount} is on its way', { amount });
}

/** @param details `paidReference` */
export function refundDelay(i18n: I18n, { paidReference }: Record<string, string>): string {
  return paidReference
    ? i18n._('Reference: {reference}', { reference: paidReference })
    : i18n._('It usually takes banks 5 to 7 business days.');
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
      return i18n._('We couldn’t make what you ordered, so we refunded the {amount} you paid for it.', { amount });
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
