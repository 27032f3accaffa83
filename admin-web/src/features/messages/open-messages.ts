import type { ContactMessageRow } from '@luit/contracts/http/contact-messages';
import { queryOptions } from '@tanstack/react-query';
import type { Page } from '../../components/use-page';
import type { AdminClient } from '../../lib/admin-client';

export const MESSAGES_PATH = '/api/admin/messages';
const REFRESH_MS = 60_000;

/** The number of unanswered messages. */
export function openMessagesQuery(client: AdminClient) {
  return queryOptions({
    queryKey: [MESSAGES_PATH, 'open'],
    queryFn: ({ signal }) => client.get<Page<ContactMessageRow>>(`${MESSAGES_PATH}?status=open&limit=1`, signal),
    select: ({ total }) => total,
    refetchInterval: REFRESH_MS,
  });
}
