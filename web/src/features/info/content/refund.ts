import type { LegalDocument } from './legal-document';

export const document: LegalDocument = {
  title: 'Refund Policy',
  lead: 'Credits come back by themselves when we fail. Money comes back for what you did not use.',
  sections: [
    {
      title: 'Automatic refunds',
      body: [
        'The credits of a job are returned without your asking in case of',
        [
          'a failed video generation due to technical issues;',
          'an interruption of the service;',
          'quality issues, at our discretion.',
        ],
      ],
    },
    {
      title: 'Unused credits',
      body: [
        'Unused purchased credits are refundable within 30 days of the purchase, in proportion to what is left of the pack.',
      ],
    },
    {
      title: 'Asking for a refund',
      body: [
        'Where a refund did not come by itself, write to us within 7 days of the issue, with your order ID and the email address of your account, and tell us what went wrong.',
        'Requests are processed in 3-5 business days. Requests made after 30 days are not eligible.',
      ],
    },
    {
      title: 'What is not refundable',
      body: [
        [
          'Credits spent on videos that were made and delivered.',
          'Jobs refused because their content is not allowed by our terms, beyond the return of their credits.',
          'Free trial and promotional credits.',
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
        'If you disagree with a decision, answer our email and a second person looks at it. The courts of Assam, India, decide what we cannot settle between us.',
      ],
    },
  ],
};
