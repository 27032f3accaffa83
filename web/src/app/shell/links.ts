import { t } from '@lingui/core/macro';

export interface NavigationLink {
  to: string;
  label: string;
}

export const PUBLIC_LINKS: NavigationLink[] = [
  link('/', () => t`Home`),
  link('/pricing', () => t`Pricing`),
  link('/about', () => t`About`),
  link('/contact', () => t`Contact`),
];

/** The name of the public links where the groups have names. */
export const PUBLIC_GROUP = 'Luit';

/** The links of signed-in users. The specified ones stay in their order; Library and Restore join their groups. */
export const SIGNED_IN_GROUPS: { name: string; links: NavigationLink[] }[] = [
  {
    get name() {
      return t`Create`;
    },
    links: [
      link('/image-to-video', () => t`Prompt to Video`),
      link('/image-to-video-upload', () => t`Image to Video`),
      link('/create-image', () => t`Images`),
      link('/restore-image', () => t({ message: 'Restore', context: 'repair photos' })),
    ],
  },
  {
    get name() {
      return t`My studio`;
    },
    links: [
      link('/dashboard', () => t`Dashboard`),
      link('/vault', () => t`Credit Vault`),
      link('/library', () => t`Library`),
    ],
  },
];

export const FOOTER_LINKS: NavigationLink[] = [
  ...PUBLIC_LINKS.slice(2),
  link('/developers', () => t`Developers`),
  link('/report', () => t`Report content`),
  link('/verify', () => t`Check a file`),
  link('/terms', () => t`Terms of Service`),
  link('/privacy', () => t`Privacy Policy`),
  link('/refund', () => t`Refund Policy`),
  link('/disclaimer', () => t`Disclaimer`),
  link('/cookies', () => t`Cookie Policy`),
];

/** The language is known later than this module. */
function link(to: string, label: () => string): NavigationLink {
  return {
    to,
    get label() {
      return label();
    },
  };
}
