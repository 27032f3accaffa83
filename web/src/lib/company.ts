import { t } from '@lingui/core/macro';

/**
 * The operator of this installation. Set at build time: the domain of the mailboxes (`VITE_MAIL_DOMAIN`), the postal
 * address with lines separated by | (`VITE_POSTAL_ADDRESS`, the name and the address of the seller) and the Grievance Officer (`VITE_GRIEVANCE_OFFICER`).
 */
const settings = import.meta.env as Record<string, string | undefined>;
const domain = settings.VITE_MAIL_DOMAIN || 'luit.example';
const address = (settings.VITE_POSTAL_ADDRESS || 'Luit|Assam, India').split('|');

export const COMPANY = {
  name: 'Luit',
  address,
  founded: 2025,
  mailboxes: [
    { purpose: () => t`General`, address: `hello@${domain}` },
    { purpose: () => t`Technical support`, address: `support@${domain}` },
    { purpose: () => t`Business partnerships`, address: `partners@${domain}` },
  ],
} as const;

export const SUPPORT_ADDRESS = `support@${domain}`;
export const LAST_UPDATED = 'Last updated: January 2025';

/** The contact required by the IT Rules, 2021, the E-Commerce Rules, 2020, and the DPDP Act, 2023. */
const officer = settings.VITE_GRIEVANCE_OFFICER || null;
export const GRIEVANCE_OFFICER = {
  role: 'Grievance Officer',
  /** Null if the build was given none. */
  name: officer,
  address: address.join(', '),
  /** Name, email and postal address. */
  contact: [officer, SUPPORT_ADDRESS, ...address].filter(Boolean).join(', '),
};
