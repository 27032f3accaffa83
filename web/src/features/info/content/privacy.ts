import type { LegalDocument } from './legal-document';

export const document: LegalDocument = {
  title: 'Privacy Policy',
  lead: 'What we keep about you, why, and for how long.',
  sections: [
    {
      title: 'What we collect',
      body: [
        [
          'Your name, email address and a one-way hash of your password.',
          'Your prompts, the images you upload (JPEG, PNG or WebP) and the videos and images made from them.',
          'Your credit transactions and the order and payment numbers of your purchases. Card details go to the payment provider alone; we never see them.',
        ],
      ],
    },
    {
      title: 'What it is used for',
      body: [
        'To run your account, make what you ask for, take payments, answer you, and keep the service safe. Nothing is sold.',
      ],
    },
    {
      title: 'Who else sees it',
      body: [
        'The model providers receive the prompt and the image of a job, without your name or address. The payment provider receives your name, email address and the amount.',
      ],
    },
    {
      title: 'How long it is kept',
      body: [
        'Files and prompts until you remove them or delete your account, and so everything that names you. What stays after that, as long as Indian tax law asks:',
        [
          'Records of payments and credits, without your name.',
          'Invoices and receipts, with the name, state and GSTIN they were made out to, and without your email address.',
        ],
        'The payment provider keeps its own records of your payments by its own rules.',
      ],
    },
    {
      title: 'Age',
      body: ['Luit is for people who are 18 or older, or who have parental consent.'],
    },
    {
      title: 'Your choices',
      body: [
        'On your dashboard you can correct your name and billing details, have a copy of what we keep mailed to you, and delete your account. Mostly it is gone within minutes; we mail you when it is.',
        'Unused credits that you bought in the last 30 days are then refunded. Whatever else you want to know or change, write to us.',
      ],
    },
  ],
};
