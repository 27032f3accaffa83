import type { LegalDocument } from './legal-document';

export const document: LegalDocument = {
  title: 'Terms of Service',
  lead: 'What you can expect of us, and what we ask of you.',
  sections: [
    {
      title: 'Who may use Luit',
      body: ['You must be 18 or older, or have the consent of a parent or guardian.'],
    },
    {
      title: 'Your account',
      body: [
        'You sign up with an email address and confirm it. Keep your password to yourself; what is done with your account counts as done by you.',
      ],
    },
    {
      title: 'What belongs to you',
      body: [
        'You keep ownership of everything you upload. What you generate you may use as you like, also commercially.',
        'You need the right to use what you upload: your own pictures, or pictures whose owner agreed.',
      ],
    },
    {
      title: 'Credits',
      body: [
        'Credits are prepaid in Indian rupees and consumed by usage. The price of each job is shown before you start it, held while it runs, and taken only when it succeeds.',
        'Purchased credits do not expire. Free trial credits may, as stated when they are given.',
      ],
    },
    {
      title: 'Not allowed',
      body: [
        [
          'Content that is unlawful, or that sexualises minors in any way.',
          'Imitating a real person in order to deceive.',
          'Attempts to break, overload or resell the service without our agreement.',
        ],
      ],
    },
    {
      title: 'Availability',
      body: [
        'Most operations finish within 1-5 minutes. That is what we see, not a guarantee. When a job fails for technical reasons its credits come back automatically.',
      ],
    },
    {
      title: 'Law',
      body: ['Luit is based in Assam, India, and was founded in 2025. The laws of India apply.'],
    },
  ],
};
