import type { LegalDocument } from './legal-document';

export const document: LegalDocument = {
  title: 'Disclaimer',
  lead: 'What generated pictures are, and what they are not.',
  sections: [
    {
      title: 'Generated content',
      body: [
        'Videos and images are made by AI models from your prompt or picture. They may be wrong, odd, or resemble something that exists. They show nothing that happened.',
      ],
    },
    {
      title: 'Your responsibility',
      body: [
        'You decide what you make and where you show it. Check it before you rely on it, and say that it is generated where people could take it for real.',
      ],
    },
    {
      title: 'Times',
      body: ['Most operations finish within 1-5 minutes. Times shown while a job runs are estimates.'],
    },
    {
      title: 'Other people’s services',
      body: [
        'Models and payments are run by third parties. We choose them with care and cannot answer for all they do.',
      ],
    },
  ],
};
