import { GRIEVANCE_OFFICER, SUPPORT_ADDRESS } from '../../../lib/company';
import type { LegalDocument } from './legal-document';

export const document: LegalDocument = {
  path: '/refund',
  title: 'Refund Policy',
  lead: 'Failed jobs refund credits automatically, and unused credits are refundable within 30 days.',
  sections: [
    {
      title: 'Automatic refunds',
      body: [
        'We return the credits of a job automatically and in full, usually within seconds, in case of:',
        [
          'a failed video generation due to technical issues;',
          'an interruption of the service;',
          'quality issues, at our discretion.',
        ],
        'If a video you paid for directly, without credits, fails or is canceled, we refund the original payment method.',
      ],
    },
    {
      title: 'Unused credits',
      body: [
        'Unused purchased credits are refundable within 30 days of purchase, in proportion to what is left of the pack. Request the refund next to the purchase in your Credit Vault. You see the amount before you confirm.',
      ],
    },
    {
      title: 'Requesting a refund',
      body: [
        `If you did not receive a refund automatically, write to ${SUPPORT_ADDRESS} or use the contact page. Include your order ID and the email address of your account, and tell us what went wrong. You can find the order ID in your Credit Vault and on your receipt.`,
        'Please send your request within 7 days of the issue. Requests are processed in 3-5 business days. Requests made after 30 days are not eligible.',
      ],
    },
    {
      title: 'How you receive your money',
      body: [
        'We refund the original payment method: the same card, UPI account or bank account, through Razorpay, in rupees. After we send a refund, banks usually take 5-7 business days. For each refund we issue a credit note for the receipt or invoice of the purchase, so that you also get back the GST included in the price.',
        'If a payment was taken but no order was created, we automatically credit or refund you.',
      ],
    },
    {
      title: 'What is not refundable',
      body: [
        [
          'Credits spent on videos and photos that were generated and delivered.',
          'Jobs refused because their content breaks our terms. Their credits are returned, but nothing else is refunded.',
          'Free trial and promotional credits.',
          'Results that differ from what you imagined, if the job completed without a technical fault.',
          'Accounts closed for fraud or unlawful content, to the extent the law allows.',
        ],
      ],
    },
    {
      title: 'Credit expiry',
      body: [
        'Purchased credits never expire. Free trial and promotional credits may expire on the date stated when they are granted.',
      ],
    },
    {
      title: 'Dispute resolution',
      body: [
        'If you disagree with a decision, reply to our email and a second person will review it. Please contact us before you dispute the payment with your bank. While a chargeback is open, you cannot spend the credits from that purchase.',
        `If the dispute is not settled, contact our ${GRIEVANCE_OFFICER.role}: ${GRIEVANCE_OFFICER.contact}. We acknowledge complaints within 48 hours and resolve them within one month, as the Consumer Protection (E-Commerce) Rules, 2020, require. You may also call the National Consumer Helpline (1915) or approach a consumer commission.`,
        'The courts of Assam, India, have jurisdiction over disputes that we cannot settle between us.',
      ],
    },
  ],
};
