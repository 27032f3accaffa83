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

/** The widths from which an entry of the bar is visible: those of a tablet, a laptop and a desktop. */
export type BarWidth = 'tablet' | 'laptop' | 'desktop';

/** The links of signed-in users, for whom the logo is Home: the tools first. What has no room is under "More". */
export const SIGNED_IN_LINKS: (NavigationLink & { from: BarWidth })[] = [
  from('tablet', '/image-to-video', () => t`Prompt to Video`),
  from('tablet', '/image-to-video-upload', () => t`Image to Video`),
  from('desktop', '/create-image', () => t`Images`),
  from('tablet', '/restore-image', () => t({ message: 'Restore', context: 'repair photos' })),
  from('laptop', '/library', () => t`Library`),
  from('laptop', '/vault', () => t`Credit Vault`),
  from('laptop', '/dashboard', () => t`Dashboard`),
  from('desktop', '/pricing', () => t`Pricing`),
  from('desktop', '/about', () => t`About`),
  from('desktop', '/contact', () => t`Contact`),
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

function from(width: BarWidth, to: string, label: () => string) {
  return Object.defineProperty({ to, label: '', from: width }, 'label', { get: label });
}
