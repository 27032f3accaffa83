import { t } from '@lingui/core/macro';
import { link, type NavigationLink, PUBLIC_LINKS } from './links';

/** The widths from which an entry of the bar is visible: those of a tablet, a laptop and a desktop. */
export type BarWidth = 'tablet' | 'laptop' | 'desktop';

export interface SignedInLink {
  from: BarWidth;
  link: NavigationLink;
}

const [, ...OTHER_PUBLIC_LINKS] = PUBLIC_LINKS;

/** The links of signed-in users, tools first; the logo is their Home. What has no room is under "More". */
export const SIGNED_IN_LINKS: SignedInLink[] = [
  { from: 'tablet', link: link('/image-to-video', () => t`Prompt to Video`) },
  { from: 'tablet', link: link('/image-to-video-upload', () => t`Image to Video`) },
  { from: 'laptop', link: link('/create-image', () => t`Images`) },
  { from: 'tablet', link: link('/restore-image', () => t({ message: 'Restore', context: 'repair photos' })) },
  { from: 'laptop', link: link('/library', () => t`Library`) },
  { from: 'laptop', link: link('/vault', () => t`Credit Vault`) },
  { from: 'laptop', link: link('/dashboard', () => t`Dashboard`) },
  ...OTHER_PUBLIC_LINKS.map((link) => ({ from: 'desktop' as const, link })),
];
