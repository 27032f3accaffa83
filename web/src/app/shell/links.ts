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
export function link(to: string, label: () => string): NavigationLink {
  return {
    to,
    get label() {
      return label();
    },
  };
}
