import { GRIEVANCE_OFFICER } from '../../../lib/company';
import { CONSENT_VERSIONS } from '@luit/contracts/auth/consent-notices';
import type { LegalDocument } from './legal-document';

export const document: LegalDocument = {
  path: '/privacy',
  title: 'Privacy Policy',
  version: CONSENT_VERSIONS.privacy.length,
  lead: 'What personal data we collect, why, and how long we keep it.',
  sections: [
    {
      title: 'Who is responsible',
      body: [
        'Luit, Assam, India, is the Data Fiduciary under the Digital Personal Data Protection Act, 2023 (DPDP Act). This page is also the policy required by Rule 4 of the Information Technology (Reasonable Security Practices and Procedures and Sensitive Personal Data or Information) Rules, 2011.',
      ],
    },
    {
      title: 'What we collect',
      body: [
        [
          'Your name, email address and a one-way hash of your password.',
          'The IP address and type of each device you sign in with, so that you can see and end its session.',
          'If you turn on notifications on a device, the address at which the push service of its browser accepts them, until you sign out there.',
          'Your prompts, the images you upload (JPEG, PNG or WebP) and the videos and images made from them.',
          'Your credit transactions and the order and payment numbers of your purchases and, if you provide them, the name, state and GSTIN for your invoices. Card details go only to the payment provider; we never see them.',
          'The name, email address and message you send through the contact page.',
          'For a single video without an account: the prompt, the image and, if you provide one, the email address for the link.',
        ],
        'We remove location and other hidden data from uploaded images before we store them. We use no advertising and no third-party tracking.',
      ],
    },
    {
      title: 'How we use it',
      body: [
        'We use your data to run your account, generate what you ask for, take payments, issue invoices, reply to you and keep the service secure. We do not sell your data or use it to train models.',
        'You consent to this when you sign up or pay for a video, and we record which version of this policy and of our terms you accepted, and when. News and offers are a separate choice, which you can withdraw on your dashboard at any time. The law requires us to process some data in any case, such as payment records.',
      ],
    },
    {
      title: 'Who else receives it',
      body: [
        'Model providers receive the prompt and image of a job, without your name or address. The payment provider receives your name, your email address and the amount. The email provider delivers our emails. Providers may process data outside India to the extent that section 16 of the DPDP Act allows.',
        'If you turn on notifications, the push service of your browser, for example of Google, Apple or Mozilla, delivers them. It cannot read them, because we encrypt them for your device.',
        'If you ask us to improve a prompt, a language model receives that prompt, without your name or address. We do not store the suggestion.',
        'If you restore a photo with your own API key, the photo and the key pass through our server to that provider. We store neither; the key stays in your browser.',
        'If you create a link to a video or photo, everyone who has the link can see and download it, without your name or email address, until you end the link or it expires. Search engines can list it only if you allow that.',
        'We give authorities only what a lawful order under Indian law requires.',
      ],
    },
    {
      title: 'How long we keep it',
      body: [
        'We keep files and prompts until you delete them or your account. What you delete stays in your trash for 30 days, unless you delete it there too. Deleting your account also erases the data that identifies you, including contact messages sent from your email address. We delete images uploaded for an order that was never placed after one day, and unpaid orders after 30 days. After that, we keep the following for as long as the law requires:',
        [
          'Payment and credit records, without your name.',
          'Records of what you agreed to and when, without your name.',
          'Invoices and receipts, with the name, state and GSTIN printed on them and without your email address.',
          'Where the law asks us to keep logs: your name, email address and sign-ins, encrypted. The dashboard shows until when before you delete your account. Only an authorized person can open them, with a reason on record.',
          'Videos and photos that we took down, as evidence: for 180 days after we took them down.',
        ],
        'The payment provider keeps its own records of your payments under its own policy.',
      ],
    },
    {
      title: 'How we protect it',
      body: [
        'We hash passwords with Argon2id, keep sessions short and let you end them at any time. Files open only through signed links and the links that you create to share them, each part of the system can access only its own data, and an append-only log records what operators do. If a breach affects your data, we will notify you and the Data Protection Board of India without delay.',
      ],
    },
    {
      title: 'Your rights',
      body: [
        'Under the DPDP Act you have the right to:',
        [
          'access your data and learn who received it: request a copy by email from your dashboard;',
          'correct and complete it: edit your name and billing details on your dashboard, and write to us for anything else;',
          'erase it and withdraw your consent as easily as you gave it: delete your account on your dashboard. Deletion usually takes a few minutes, and we email you when it is done. Unused credits that you bought in the last 30 days are refunded;',
          'nominate someone to exercise your rights if you die or become unable to;',
          'have grievances addressed, as described in the next section.',
        ],
        'If you have no account, write to us from the email address concerned.',
      ],
    },
    {
      title: 'Grievances',
      body: [
        `${GRIEVANCE_OFFICER.role}: ${GRIEVANCE_OFFICER.contact}. We acknowledge complaints within 24 hours and respond within 15 days. After that, you may complain to the Data Protection Board of India.`,
      ],
    },
    {
      title: 'Age',
      body: [
        'Luit is for people who are 18 or older or have parental consent. We process data of anyone younger only with verifiable parental consent, and never for tracking or advertising. If a child uses Luit without consent, write to us and we will delete the account.',
      ],
    },
    {
      title: 'Changes',
      body: ['We announce changes to this policy here, and by email if they are significant.'],
    },
  ],
};
