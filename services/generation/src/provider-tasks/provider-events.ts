import type { ProviderEvent } from '@luit/contracts/generation/provider-tasks';
import type { LockedRequest } from '../request-state/locked-request';

/** The stored callbacks of a request, oldest first. */
export async function readEvents(request: LockedRequest, which: 'all' | 'unread'): Promise<ProviderEvent[]> {
  const rows: { event_id: string; headers: Record<string, string>; raw_body: string }[] = await request.manager.query(
    `SELECT event_id, headers, raw_body FROM provider_events
      WHERE request_id = $1 AND provider = $2 AND (read_at IS NULL OR $3) ORDER BY id`,
    [request.row.id, request.row.provider, which === 'all'],
  );
  return rows.map((row) => ({ id: row.event_id, headers: row.headers, rawBody: row.raw_body }));
}
