export const PUBLIC_LINKS = [
  { to: '/', label: 'Home' },
  { to: '/pricing', label: 'Pricing' },
  { to: '/about', label: 'About' },
  { to: '/contact', label: 'Contact' },
] as const;

export const SIGNED_IN_LINKS = [
  { to: '/image-to-video', label: 'Prompt to Video' },
  { to: '/image-to-video-upload', label: 'Image to Video' },
  { to: '/dashboard', label: 'Dashboard' },
  { to: '/vault', label: 'Credit Vault' },
] as const;

/** After the specified items, where the bar has room for them; the user menu has them at every width. */
export const MORE_SIGNED_IN_LINKS = [
  { to: '/library', label: 'Library' },
  { to: '/restore-image', label: 'Restore' },
] as const;

export const FOOTER_LINKS = [
  { to: '/about', label: 'About' },
  { to: '/contact', label: 'Contact' },
  { to: '/terms', label: 'Terms of Service' },
  { to: '/privacy', label: 'Privacy Policy' },
  { to: '/refund', label: 'Refund Policy' },
  { to: '/disclaimer', label: 'Disclaimer' },
  { to: '/cookies', label: 'Cookie Policy' },
] as const;
