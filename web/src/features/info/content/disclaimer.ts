import type { LegalDocument } from './legal-document';

export const document: LegalDocument = {
  path: '/disclaimer',
  title: 'Disclaimer',
  lead: 'What generated pictures are, and what they are not.',
  sections: [
    {
      title: 'Generated content',
      body: [
        'Videos and images are made by AI models from your prompt or picture. They may be wrong, odd, or resemble something that exists. They show nothing that happened, and a restored photograph is a likely picture of the past, not a record of it.',
      ],
    },
    {
      title: 'Labels',
      body: [
        'Every file made here carries a marker in its metadata that it was synthetically generated, and may carry a visible label. The Information Technology Rules, 2021, forbid to remove it. Whoever publishes such a file says that it is generated where people could take it for real.',
      ],
    },
    {
      title: 'Your responsibility',
      body: [
        'You decide what you make and where you show it. Check it before you rely on it: for facts, for people who could be recognised, and for the rights of others. Generated content is no advice of a legal, medical or financial kind.',
      ],
    },
    {
      title: 'Rights in generated content',
      body: [
        'We claim no ownership of what you make, and you may use it commercially. Whether the law gives anybody copyright in it is not settled everywhere, and others may be given something similar for a similar prompt.',
      ],
    },
    {
      title: 'Times',
      body: [
        'Most operations finish within 1-5 minutes. The page of a running job may expect 10-15 seconds, and packs name processing times of 24h, 12h and 6h: the first is typical, the others are what we aim for at the latest. Times shown while a job runs are estimates.',
      ],
    },
    {
      title: 'Samples',
      body: [
        'The films on the home page and in an order’s preview are samples and are marked as such. They show length and size, not what a model will make of your prompt.',
      ],
    },
    {
      title: 'Other people’s services',
      body: [
        'Models and payments are run by third parties. We choose them with care and cannot answer for all they do. Links to other sites lead out of our reach.',
      ],
    },
    {
      title: 'No guarantee',
      body: [
        'The service is offered as it is and as it is available. What we answer for, and what we do not, is written in the Terms of Service; nothing here takes away rights that the law gives you as a consumer.',
      ],
    },
  ],
};
