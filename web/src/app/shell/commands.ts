import { searchText } from '@luit/contracts/messages/search-text';
import { t } from '@lingui/core/macro';
import type { RequestView } from '@luit/contracts/http/requests';
import type { SearchGroup, SearchItem } from '@luit/ui/search-dialog';
import { formatDateTime } from '../../lib/format';
import { requestCopy } from '../../shared/requests/copy';
import { linkTo } from '../../shared/requests/request-link';
import { PUBLIC_LINKS } from './links';
import { SIGNED_IN_LINKS } from './signed-in-links';

/** An entry of the command menu, which leads to a page. */
export interface Command extends SearchItem {
  path: string;
}

const newJobs = (): Command[] => [
  { key: 'new-video', title: t`New video`, details: t`From a prompt`, path: '/image-to-video' },
  {
    key: 'new-image-video',
    title: t`New video from an image`,
    details: t`Your image moves`,
    path: '/image-to-video-upload',
  },
  { key: 'new-image', title: t`New image`, details: t`From a prompt or an image`, path: '/create-image' },
  {
    key: 'new-restoration',
    title: t`Restore a photo`,
    details: t`Repair and sharpen an old photo`,
    path: '/restore-image',
  },
];
const SHOWN_REQUESTS = 6;

/** The entries that contain every word of `text`, in their groups. Groups without entries are left out. */
export function commandGroups(requests: RequestView[], text: string): SearchGroup<Command>[] {
  const words = searchText(text).split(/\s+/).filter(Boolean);
  const matches = ({ title, details }: Command) =>
    words.every((word) => searchText(`${title} ${details}`).includes(word));
  const pages = [...PUBLIC_LINKS.slice(0, 1), ...SIGNED_IN_LINKS.map(({ link }) => link)].map(({ to, label }) => ({
    ...{ key: to, title: label, details: t`Page`, path: to },
  }));
  return [
    { value: t`Create`, items: newJobs().filter(matches) },
    { value: t`Latest`, items: requests.map(commandOf).filter(matches).slice(0, SHOWN_REQUESTS) },
    { value: t`Pages`, items: pages.filter(matches) },
  ].filter(({ items }) => items.length > 0);
}

function commandOf(request: RequestView): Command {
  const status = requestCopy.badges[request.canceled ? 'canceled' : request.status];
  return {
    key: request.id,
    title: request.prompt || t`Restored photo`,
    details: `${status} · ${formatDateTime(request.createdAt)}`,
    path: linkTo(request),
  };
}
