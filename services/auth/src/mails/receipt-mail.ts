import type { MailContent } from './mail-layout';

const RUPEES = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });
const TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Asia/Kolkata' });

/** The page that offers the document as a PDF. */
export interface ReceiptLink {
  label: string;
  url: string;
  /** Names the page inside a sentence. */
  place: string;
}

/** @param details of the event `billing.receiptIssued`; `document` is its `kind` */
export function receiptMail(name: string | null, details: Record<string, string>, link: ReceiptLink): MailContent {
  const { number = '', description = '', paidAt = '', razorpayOrderId = '', paymentId = '' } = details;
  const amount = RUPEES.format(Number(details.amountPaise) / 100);
  const document = details.document === 'invoice' ? 'tax invoice' : 'receipt';
  return {
    subject: `Your ${document} for ${amount}`,
    preview: `${description}, ${number}`,
    title: name ? `Thank you for your payment, ${name}` : 'Thank you for your payment',
    paragraphs: [
      `We received ${amount} for ${description} on ${TIME.format(new Date(paidAt))} IST.`,
      `The number of your ${document} is ${number}. Order ID: ${razorpayOrderId}. Payment ID: ${paymentId}.`,
      `You can download the ${document} as a PDF ${link.place}.`,
    ],
    action: { label: link.label, url: link.url },
    footnote: 'We send one email for each payment.',
  };
}
