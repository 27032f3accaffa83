import { GRIEVANCE_OFFICER, SUPPORT_ADDRESS } from '../company';
import type { LegalDocument } from './legal-document';

export const document: LegalDocument = {
  path: '/privacy',
  title: 'Privacy Policy',
  lead: 'What we keep about you, why, and for how long.',
  sections: [
    {
      title: 'Who is responsible',
      body: [
        'Luit, Assam, India, is the Data Fiduciary under the Digital Personal Data Protection Act, 2023 (DPDP Act). This page is also the policy that Rule 4 of the Information Technology (Reasonable Security Practices and Procedures and Sensitive Personal Data or Information) Rules, 2011, asks for.',
      ],
    },
    {
      title: 'What we collect',
      body: [
        [
          'Your name, email address and a one-way hash of your password.',
          'Where you sign in from: the address and kind of your devices, so that you can see and end their sessions.',
          'Your prompts, the images you upload (JPEG, PNG or WebP) and the videos and images made from them.',
          'Your credit transactions and the order and payment numbers of your purchases; if you give them, the name, state and GSTIN for your invoices. Card details go to the payment provider alone; we never see them.',
          'The name, email address and words of a message that you send us on the contact page.',
          'For a single video without an account: the prompt, the image and, if you give it, the email address for the link.',
        ],
        'Location and other data hidden in an uploaded picture is removed before the picture is stored. We use no advertising and no tracking by others.',
      ],
    },
    {
      title: 'What it is used for',
      body: [
        'To run your account, make what you ask for, take payments and issue invoices, answer you, and keep the service safe. Nothing is sold, and nothing is used to train models.',
        'You consent to this by signing up or paying for a video; the time of that consent is kept. Some of it the law asks of us in any case, such as records of payments.',
      ],
    },
    {
      title: 'Who else sees it',
      body: [
        'The model providers receive the prompt and the image of a job, without your name or address. The payment provider receives your name, email address and the amount. The mail provider carries our mails. Providers may work outside India, as far as section 16 of the DPDP Act allows.',
        'If you restore a photograph with a key of your own, the picture and the key pass through our server to that provider and are not kept here. The key stays in your browser.',
        'Authorities receive what a lawful order under Indian law requires, and no more.',
      ],
    },
    {
      title: 'How long it is kept',
      body: [
        'Files and prompts until you remove them or delete your account, and so everything that names you, messages of the contact page under your address among it. Pictures uploaded for an order that was never made are removed after a day, an order that was never paid after 30 days. What stays after that, as long as Indian tax law asks:',
        [
          'Records of payments and credits, without your name.',
          'Invoices and receipts, with the name, state and GSTIN they were made out to, and without your email address.',
        ],
        'The payment provider keeps its own records of your payments by its own rules.',
      ],
    },
    {
      title: 'How it is kept safe',
      body: [
        'Passwords are hashed with Argon2id, sessions are short and can be ended at any time, files open only by signed links, each part of the system reaches only its own data, and what operators do is recorded in a log that cannot be changed. If your data were breached, we would tell you and the Data Protection Board of India without delay.',
      ],
    },
    {
      title: 'Your rights',
      body: [
        'Under the DPDP Act you may',
        [
          'know what is kept about you and with whom it was shared: your dashboard mails you a copy of everything;',
          'have it corrected and completed: your name and billing details on your dashboard, the rest by writing to us;',
          'have it erased, and withdraw your consent, as easily as you gave it: delete your account on your dashboard. Mostly it is gone within minutes; we mail you when it is. Unused credits that you bought in the last 30 days are then refunded;',
          'name somebody who exercises your rights should you die or be unable to;',
          'have grievances redressed, as the next section says.',
        ],
        'Without an account, write to us from the address concerned.',
      ],
    },
    {
      title: 'Grievances',
      body: [
        `${GRIEVANCE_OFFICER.role}: ${GRIEVANCE_OFFICER.name}, ${SUPPORT_ADDRESS}, ${GRIEVANCE_OFFICER.address}. We acknowledge within 24 hours and answer within 15 days. After that you may complain to the Data Protection Board of India.`,
      ],
    },
    {
      title: 'Age',
      body: [
        'Luit is for people who are 18 or older, or who have parental consent. Of anybody younger we process data only with the verifiable consent of a parent, and never to track or advertise. If a child uses Luit without it, write to us and we delete the account.',
      ],
    },
    {
      title: 'Changes',
      body: ['When this policy changes we say so here, and by email where the change matters.'],
    },
  ],
};
