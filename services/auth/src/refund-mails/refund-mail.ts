import type { RefundReason } from '@luit/contracts/billing/refunds';
import type { MailContent } from '../mails/mail-layout';

const RUPEES = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });

/** Where the reader finds what was refunded. */
export interface RefundMailLink {
  label: string;
  url: string;
  /** What is to be found there, as a sentence. */
  says: string;
}

/** @param details `amountPaise`, `credits` taken back with it, and `reason` */
export function refundMail(name: string | null, details: Record<string, string>, place: RefundMailLink): MailContent {
  const amount = RUPEES.format(Number(details.amountPaise) / 100);
  return {
    subject: `${amount} is on its way back to you`,
    preview: 'Banks show it within 5 to 7 working days.',
    title: name ? `Your money goes back, ${name}` : 'Your money goes back',
    paragraphs: [
      sentence(details.reason as RefundReason, amount, Number(details.credits)),
      'It goes to where you paid from. Banks show it within 5 to 7 working days; you need not do anything.',
      place.says,
    ],
    action: { label: place.label, url: place.url },
    footnote: 'We send this mail once for each refund.',
  };
}

function sentence(reason: RefundReason, amount: string, credits: number): string {
  const takenBack =
    credits > 0 ? `, and took back ${credits.toLocaleString('en-IN')} of the credits it had bought` : '';
  switch (reason) {
    case 'unused_credits':
      return `You gave back ${credits.toLocaleString('en-IN')} unused credits. We have sent you the ${amount} that they cost.`;
    case 'second_payment':
      return `The same order was paid twice, so we have sent the second payment of ${amount} back.`;
    case 'job_failed':
      return `Your video could not be made, so we have sent back the ${amount} that you paid for it.`;
    case 'account_closed':
      return `Your payment reached us when the account was already being deleted, so we have sent back ${amount}${takenBack}.`;
    case 'operator':
    case 'dashboard':
      return `We have sent back ${amount} of your payment${takenBack}.`;
  }
}
