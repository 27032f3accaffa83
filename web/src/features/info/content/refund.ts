import { GRIEVANCE_OFFICER, SUPPORT_ADDRESS } from '../company';
import type { LegalDocument } from './legal-document';

export const document: LegalDocument = {
  path: '/refund',
  title: 'Refund Policy',
  lead: 'Credits come back by themselves when we fail. Money comes back for what you did not use.',
  sections: [
    {
      title: 'Automatic refunds',
      body: [
        'The credits of a job are returned without your asking, in full and usually within seconds, in case of',
        [
          'a failed video generation due to technical issues;',
          'an interruption of the service;',
          'quality issues, at our discretion.',
        ],
        'A video that was paid for directly, without credits, is refunded to the card or account it was paid from when it fails or is cancelled.',
      ],
    },
    {
      title: 'Unused credits',
      body: [
        'Unused purchased credits are refundable within 30 days of the purchase, in proportion to what is left of the pack. Ask for it beside the purchase in your Credit Vault; the amount is shown before you confirm.',
      ],
    },
    {
      title: 'Asking for a refund',
      body: [
        `Where a refund did not come by itself, write to ${SUPPORT_ADDRESS} or use the contact page, with your order ID and the email address of your account, and tell us what went wrong. You find the order ID in your Credit Vault and on your receipt.`,
        'Please ask within 7 days of the issue. Requests are processed in 3-5 business days. Requests made after 30 days are not eligible.',
      ],
    },
    {
      title: 'How money reaches you',
      body: [
        'Money always goes back by the way it came: the same card, UPI account or bank account, through Razorpay, in rupees. Once we have sent it, banks usually take 5-7 working days. For each refund we issue a credit note to the receipt or invoice of the purchase, so that the GST within the price goes back too.',
        'A payment that was taken although no order came of it is credited to you or refunded automatically.',
      ],
    },
    {
      title: 'What is not refundable',
      body: [
        [
          'Credits spent on videos and photographs that were made and delivered.',
          'Jobs refused because their content is not allowed by our terms, beyond the return of their credits.',
          'Free trial and promotional credits.',
          'Results that differ from what you imagined, where the job was done without a technical fault.',
          'Accounts that were ended for fraud or for unlawful content, as far as the law allows.',
        ],
      ],
    },
    {
      title: 'Credit expiry',
      body: [
        'Purchased credits never expire. Free trial and promotional credits may, on the date stated when they are given.',
      ],
    },
    {
      title: 'Dispute resolution',
      body: [
        'If you disagree with a decision, answer our email and a second person looks at it. Please do so before you dispute the payment at your bank: while a chargeback runs, the credits of that purchase cannot be spent.',
        `If that does not settle it, turn to our ${GRIEVANCE_OFFICER.role}, ${GRIEVANCE_OFFICER.name}, ${SUPPORT_ADDRESS}: acknowledged within 48 hours, redressed within one month, as the Consumer Protection (E-Commerce) Rules, 2020, ask. You may also call the National Consumer Helpline (1915), or go to a consumer commission.`,
        'The courts of Assam, India, decide what we cannot settle between us.',
      ],
    },
  ],
};
