import type { RequestView } from '@luit/contracts/http/requests';

const PAGES = { video: '/image-to-video', image_video: '/image-to-video-upload', restore: '/restore-image' } as const;

/** The page that shows a request, whatever its state. */
export function linkTo({ type, id }: Pick<RequestView, 'type' | 'id'>): string {
  return `${PAGES[type]}?request=${id}`;
}

/** The page a request like this one is made on. */
export function formFor({ type }: Pick<RequestView, 'type'>): string {
  return PAGES[type];
}
