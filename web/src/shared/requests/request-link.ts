import type { RequestView } from '@luit/contracts/http/requests';

const PAGES = {
  video: '/image-to-video',
  image_video: '/image-to-video-upload',
  image: '/create-image',
  restore: '/restore-image',
} as const;

/** The path of the page that shows a request. */
export function linkTo({ type, id }: Pick<RequestView, 'type' | 'id'>): string {
  return `${PAGES[type]}?request=${id}`;
}

/** The path of the form for requests of this type. */
export function formFor({ type }: Pick<RequestView, 'type'>): string {
  return PAGES[type];
}
