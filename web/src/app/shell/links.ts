export interface NavigationLink {
  to: string;
  label: string;
}

export const PUBLIC_LINKS: NavigationLink[] = [
  { to: '/', label: 'Home' },
  { to: '/pricing', label: 'Pricing' },
  { to: '/about', label: 'About' },
  { to: '/contact', label: 'Contact' },
];

/** The name of the public links where the groups have names. */
export const PUBLIC_GROUP = 'Luit';

/** The links of signed-in users. The specified ones stay in their order; Library and Restore join their groups. */
export const SIGNED_IN_GROUPS: { name: string; links: NavigationLink[] }[] = [
  {
    name: 'Create',
    links: [
      { to: '/image-to-video', label: 'Prompt to Video' },
      { to: '/image-to-video-upload', label: 'Image to Video' },
      { to: '/restore-image', label: 'Restore' },
    ],
  },
  {
    name: 'My studio',
    links: [
      { to: '/dashboard', label: 'Dashboard' },
      { to: '/vault', label: 'Credit Vault' },
      { to: '/library', label: 'Library' },
    ],
  },
];

export const FOOTER_LINKS: NavigationLink[] = [
  { to: '/about', label: 'About' },
  { to: '/contact', label: 'Contact' },
  { to: '/terms', label: 'Terms of Service' },
  { to: '/privacy', label: 'Privacy Policy' },
  { to: '/refund', label: 'Refund Policy' },
  { to: '/disclaimer', label: 'Disclaimer' },
  { to: '/cookies', label: 'Cookie Policy' },
];
