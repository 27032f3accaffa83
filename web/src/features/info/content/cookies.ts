import type { LegalDocument } from './legal-document';

export const document: LegalDocument = {
  title: 'Cookie Policy',
  lead: 'Few, and only what the service needs.',
  sections: [
    {
      title: 'What cookies are',
      body: ['Small pieces of text that a site keeps in your browser.'],
    },
    {
      title: 'What we store',
      body: [
        [
          'A sign-in cookie that scripts cannot read. It keeps you signed in.',
          'In your browser’s storage: that a sign-in exists, and your choice of colour theme.',
        ],
        'The payment provider sets its own cookies while its checkout is open.',
      ],
    },
    {
      title: 'How long they last',
      body: ['Session cookies end with your visit. Persistent cookies last typically 30 days to 2 years.'],
    },
    {
      title: 'Your choices',
      body: ['You can delete cookies in your browser at any time; you will then have to sign in again.'],
    },
  ],
};
