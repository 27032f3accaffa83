import type { LegalDocument } from './legal-document';

export const document: LegalDocument = {
  path: '/cookies',
  title: 'Cookie Policy',
  lead: 'Few, and only what the service needs.',
  sections: [
    {
      title: 'What cookies are',
      body: [
        'Small pieces of text that a site keeps in your browser. Session cookies end with your visit; persistent ones stay until their time is over. Browser storage does the same without being sent along with each request.',
      ],
    },
    {
      title: 'Cookies we set',
      body: [
        'Both are set by us alone, cannot be read by scripts, and are needed for the service to work:',
        [
          'A sign-in cookie, sent to our sign-in calls only. It keeps you signed in.',
          'A device cookie, by which we know a device you have signed in with, so that nobody who guesses passwords can shut you out and you hear of new devices.',
        ],
      ],
    },
    {
      title: 'What your browser stores for us',
      body: [
        [
          'That a sign-in exists, so that visitors are not asked in vain.',
          'Your choice of colour theme.',
          'A prompt you wrote before signing in, until it is used, a day at most.',
          'The keys to videos you ordered without an account, and for one visit a random number that ties such an order to it.',
          'The key of your own for restoring photographs, if you save one. It leaves your browser only with the restorations you start.',
        ],
      ],
    },
    {
      title: 'What we do not use',
      body: ['No advertising, no analytics by others, no fingerprinting, no cookies that follow you to other sites.'],
    },
    {
      title: 'Cookies of others',
      body: [
        'The payment provider, Razorpay, sets its own cookies while its checkout is open, to prevent fraud and remember your choices there. Its own policy tells of them.',
      ],
    },
    {
      title: 'How long they last',
      body: [
        'Session cookies end with your visit. Persistent cookies last typically 30 days to 2 years. The sign-in cookie is removed when you sign out.',
      ],
    },
    {
      title: 'Your choices',
      body: [
        'You can delete or refuse cookies in your browser at any time. Public pages work without them; to sign in you need the sign-in cookie.',
      ],
    },
  ],
};
