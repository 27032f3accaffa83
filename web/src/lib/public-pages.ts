/** Titles and descriptions of the public pages for search engines and link previews. The build writes them into the pages. */
export const PUBLIC_PAGES = {
  '/': {
    title: 'Luit: AI video from a sentence',
    description:
      'Turn a sentence into a short AI video. Prepaid credits in rupees, a clear price before every video, and automatic credit returns if one fails.',
  },
  '/pricing': {
    title: 'Pricing · Luit',
    description:
      'Credit packs with no subscription. Credits never expire, unused credits are refundable within 30 days, and failed jobs are free.',
  },
  '/about': {
    title: 'About · Luit',
    description: 'Luit makes short AI videos from prompts and photos. Founded in 2025 and based in Assam, India.',
  },
  '/contact': {
    title: 'Contact · Luit',
    description:
      'Contact the Luit team about general questions, technical support, billing or partnerships. We reply within 24-48 hours.',
  },
  '/report': {
    title: 'Report a video or photo · Luit',
    description: 'Report a video or photo that was made with Luit, or file a complaint, and see what we decided.',
  },
  '/verify': {
    title: 'Was it made with Luit? · Luit',
    description:
      'Check whether a video or photo was made with Luit, when and with which AI model, also after it was changed.',
  },
  '/grievance': {
    title: 'Grievance officer · Luit',
    description: 'Who handles complaints at Luit, how to file one, and how long an answer takes.',
  },
  '/terms': {
    title: 'Terms of Service · Luit',
    description: 'The terms for using Luit: accounts, credits, content, AI labels and liability.',
  },
  '/privacy': {
    title: 'Privacy Policy · Luit',
    description:
      'What personal data Luit collects, why, for how long, and your rights under the Digital Personal Data Protection Act, 2023.',
  },
  '/refund': {
    title: 'Refund Policy · Luit',
    description:
      'Failed jobs refund credits automatically. Learn how to request other refunds, how long they take and what is excluded.',
  },
  '/disclaimer': {
    title: 'Disclaimer · Luit',
    description: 'What to know about AI-generated videos and images, their limits and how they are labeled.',
  },
  '/cookies': {
    title: 'Cookie Policy · Luit',
    description: 'The cookies and browser storage that Luit uses, how long they last, and your choices.',
  },
  '/developers': {
    title: 'Developers · Luit',
    description: 'Make AI videos from your own programs with the Luit API.',
  },
  '/auth': {
    title: 'Sign in · Luit',
    description: 'Sign in to Luit or create an account with your email address.',
  },
} as const;

export type PublicPath = keyof typeof PUBLIC_PAGES;

/** The public pages that exist in Hindi, too. Legal documents are in English. */
export const TRANSLATED_PAGES: readonly PublicPath[] = [
  '/',
  '/pricing',
  '/about',
  '/developers',
  '/contact',
  '/report',
  '/verify',
  '/grievance',
  '/auth',
];
