import type { RefundReason } from '@luit/contracts/billing/refunds';
import type { MailContent } from './mail-layout';

const RUPEES = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });

/** Links to the page that shows the refund. */
export interface RefundMailLink {
  label: string;
  url: string;
  /** Describes the page in one sentence. */
  text: string;
}

/** @param details `amountPaise`, `credits` deducted with the refund, and `reason` */
export function refundMail(name: string | null, details: Record<string, string>, link: RefundMailLink): MailContent {
  const amount = RUPEES.format(Number(details.amountPaise) / 100);
  return {
    subject: `Your refund of ${amount} is on its way`,
    preview: 'It usually takes banks 5 to 7 business days.',
    title: name ? `You’ve received a refund, ${name}` : 'You’ve received a refund',
    paragraphs: [
      sentence(details.reason as RefundReason, amount, Number(details.credits)),
      'The money goes to your original payment method. It usually takes banks 5 to 7 business days. No action is needed.',
      link.text,
    ],
    action: { label: link.label, url: link.url },
    footnote: 'We send one email for each refund.',
  };
}

function sentence(reason: RefundReason, amount: string, credits: number): string {
  const deduction = credits > 0 ? ` and deducted ${credits.toLocaleString('en-IN')} of the credits it paid for` : '';
  switch (reason) {
    case 'unused_credits':
      return `You returned ${credits.toLocaleString('en-IN')} unused credits. We have refunded their price of ${amount}.`;
    case 'second_payment':
      return `The same order was paid twice, so we have refunded the second payment of ${amount}.`;
    case 'job_failed':
      return `We couldn’t create your video, so we refunded the ${amount} you paid for it.`;
    case 'account_closed':
      return `Your payment arrived after your account deletion had started, so we have refunded ${amount}${deduction}.`;
    case 'operator':
    case 'dashboard':
      return `We have refunded ${amount} of your payment${deduction}.`;
  }
}
