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

export const FOOTER_LINKS = [
  { to: '/about', label: 'About' },
  { to: '/contact', label: 'Contact' },
  { to: '/terms', label: 'Terms of Service' },
  { to: '/privacy', label: 'Privacy Policy' },
  { to: '/refund', label: 'Refund Policy' },
  { to: '/disclaimer', label: 'Disclaimer' },
  { to: '/cookies', label: 'Cookie Policy' },
] as const;
