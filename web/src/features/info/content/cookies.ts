import type { LegalDocument } from './legal-document';

export const document: LegalDocument = {
  path: '/cookies',
  title: 'Cookie Policy',
  lead: 'We use only the cookies and browser storage that the service needs.',
  sections: [
    {
      title: 'What cookies are',
      body: [
        'Cookies are small pieces of text that a site stores in your browser. Session cookies end with your visit; persistent cookies stay until they expire. Browser storage works the same way, but your browser does not send it with every request.',
      ],
    },
    {
      title: 'Cookies we set',
      body: [
        'We set two cookies. Scripts cannot read them, and the service needs both:',
        [
          'A sign-in cookie, sent only with sign-in requests. It keeps you signed in.',
          'A device cookie, which identifies a device you have signed in with. It keeps someone who is guessing passwords from locking you out, and it lets us notify you about new devices.',
        ],
      ],
    },
    {
      title: 'What we keep in browser storage',
      body: [
        [
          'A note that you may be signed in, so that we do not check the session of every visitor.',
          'Your color theme.',
          'A prompt you wrote before signing in, until you use it and for at most a day.',
          'Unsent drafts of your prompts and images, until you sign out.',
          'Which finished videos you have already seen.',
          'While you are signed in: the app, the list of your library, and videos and photos you were shown, so that you can see them without a connection. They are deleted when you sign out.',
          'Access keys for videos you ordered without an account and, for one visit, a random number that links the order to your browser.',
          'Your own API key for photo restoration, if you save one. Your browser sends it only with the restorations you start.',
        ],
      ],
    },
    {
      title: 'What we do not use',
      body: ['We use no advertising cookies, no third-party analytics, no fingerprinting and no cross-site tracking.'],
    },
    {
      title: 'Third-party cookies',
      body: [
        'Our payment provider, Razorpay, sets its own cookies while its checkout is open, to prevent fraud and remember your choices there. See Razorpay’s cookie policy for details.',
      ],
    },
    {
      title: 'How long cookies last',
      body: [
        'Session cookies end with your visit. Persistent cookies last typically 30 days to 2 years. We remove the sign-in cookie when you sign out.',
      ],
    },
    {
      title: 'Your choices',
      body: [
        'You can delete or block cookies in your browser at any time. Public pages work without cookies, but you need the sign-in cookie to use your account.',
      ],
    },
  ],
};
