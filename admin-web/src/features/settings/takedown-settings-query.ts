import type { TakedownSettings } from '@luit/contracts/generation/takedowns';
import { queryOptions } from '@tanstack/react-query';
import type { AdminClient } from '../../lib/admin-client';

export const TAKEDOWN_SETTINGS_PATH = '/api/admin/settings/takedowns';

export function takedownSettingsQuery(client: AdminClient) {
  return queryOptions({
    queryKey: [TAKEDOWN_SETTINGS_PATH],
    queryFn: async ({ signal }) =>
      (await client.get<{ settings: TakedownSettings }>(TAKEDOWN_SETTINGS_PATH, signal)).settings,
  });
}
