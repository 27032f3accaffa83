/** What search engines and link previews are told of each public page. The build writes it into the pages themselves. */
export const PUBLIC_PAGES = {
  '/': {
    title: 'Luit: AI video from a sentence',
    description:
      'Luit turns a sentence into a short film. Prepaid credits in rupees, an honest price before every video, and your credits back when one fails.',
  },
  '/pricing': {
    title: 'Pricing · Luit',
    description:
      'Credit packs from ₹99, no subscription. Credits never expire, unused ones are refundable within 30 days, failed jobs cost nothing.',
  },
  '/about': {
    title: 'About · Luit',
    description: 'Luit makes short videos from prompts and photographs. Founded in 2025, based in Assam, India.',
  },
  '/contact': {
    title: 'Contact · Luit',
    description:
      'Write to the people behind Luit: general questions, technical support, billing, partnerships. Answered within 24-48 hours.',
  },
  '/terms': {
    title: 'Terms of Service · Luit',
    description:
      'What you can expect of Luit and what we ask of you: accounts, credits, content, AI labels, liability.',
  },
  '/privacy': {
    title: 'Privacy Policy · Luit',
    description: 'What Luit keeps about you, why, for how long, and your rights under the DPDP Act, 2023.',
  },
  '/refund': {
    title: 'Refund Policy · Luit',
    description:
      'Credits come back by themselves when a job fails. How money comes back, by when, and what is excluded.',
  },
  '/disclaimer': {
    title: 'Disclaimer · Luit',
    description: 'What AI-generated videos and images are, what they are not, and how they are labelled.',
  },
  '/cookies': {
    title: 'Cookie Policy · Luit',
    description: 'The few cookies and browser storage entries that Luit uses, how long they last, and your choices.',
  },
  '/auth': {
    title: 'Sign in · Luit',
    description: 'Sign in to Luit, or open an account with your email address.',
  },
} as const;

export type PublicPath = keyof typeof PUBLIC_PAGES;
