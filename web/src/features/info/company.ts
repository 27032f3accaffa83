/** Who stands behind this installation. An operator sets the mailboxes' domain when building (`VITE_MAIL_DOMAIN`). */
const domain: string = import.meta.env.VITE_MAIL_DOMAIN ?? 'luit.example';

export const COMPANY = {
  name: 'Luit',
  address: ['Luit', 'Assam, India'],
  founded: 2025,
  mailboxes: [
    { purpose: 'General', address: `hello@${domain}` },
    { purpose: 'Technical support', address: `support@${domain}` },
    { purpose: 'Business partnerships', address: `partners@${domain}` },
  ],
} as const;

export const SUPPORT_ADDRESS = `support@${domain}`;
export const LAST_UPDATED = 'Last updated: January 2025';
