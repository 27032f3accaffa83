import type { I18n } from '@lingui/core';
import { momentText, rupees } from './formats';
import type { MailContent } from './mail-layout';

/** The page that offers the document as a PDF. */
export interface ReceiptLink {
  page: 'vault' | 'order';
  url: string;
}

/**
 * @param details of the event `billing.receiptIssued`; `document` is its `kind`
 */
export function receiptMail(i18n: I18n, details: Record<string, string>, { page, url }: ReceiptLink): MailContent {
  const { number = '', description = '', paidAt = '', razorpayOrderId: orderId = '', paymentId = '' } = details;
  const amount = rupees(i18n, details.amountPaise);
  const isInvoice = details.document === 'invoice';
  return {
    subject: isInvoice
      ? i18n._('Your tax invoice for {amount}', { amount })
      : i18n._('Your receipt for {amount}', { amount }),
    preview: `${description}, ${number}`,
    title: i18n._('Thank you for your payment'),
    paragraphs: [
      i18n._('We received {amount} for {description} on {time} IST.', {
        amount,
        description,
        time: momentText(i18n, new Date(paidAt)),
      }),
      isInvoice
        ? i18n._('The number of your tax invoice is {number}. Order ID: {orderId}. Payment ID: {paymentId}.', {
            number,
            orderId,
            paymentId,
          })
        : i18n._('The number of your receipt is {number}. Order ID: {orderId}. Payment ID: {paymentId}.', {
            number,
            orderId,
            paymentId,
          }),
      downloadText(i18n, isInvoice, page),
    ],
    action: { label: page === 'vault' ? i18n._('Open your Credit Vault') : i18n._('See your order'), url },
    footnote: i18n._('We send one email for each payment.'),
  };
}

function downloadText(i18n: I18n, isInvoice: boolean, page: ReceiptLink['page']): string {
  if (page === 'vault') {
    return isInvoice
      ? i18n._('You can download the tax invoice as a PDF in your Credit Vault.')
      : i18n._('You can download the receipt as a PDF in your Credit Vault.');
  }
  return isInvoice
    ? i18n._('You can download the tax invoice as a PDF on your order page.')
    : i18n._('You can download the receipt as a PDF on your order page.');
}
