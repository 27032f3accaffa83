import { plural, t } from '@lingui/core/macro';
import { toast } from '@luit/ui/toaster';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ApiClient } from '../../lib/api-client';
import { messageOf } from '../../lib/api-error';
import { logFailure } from '../../lib/log';
import { openDownload } from '../../lib/open-download';
import { useServices } from '../../lib/services';
import { formatNumber } from '../../lib/format';
import { forgetListed, offerUndo, refreshLists, showAgain } from '../../shared/requests/use-trash';

/** Downloads several requests as one file, or moves them to the trash. */
export function useBulkActions() {
  const { api } = useServices();
  const client = useQueryClient();
  const refresh = () => refreshLists(client);
  const putBack = useMutation({
    mutationFn: (ids: string[]) => forEach(ids, (id) => trash(api, id, 'DELETE')),
    onSuccess: ({ done, failed }) => {
      if (failed > 0) toast.error(notPutBack(failed));
      else toast.success(t`Back in your library`);
      return showAgain(client, api, done);
    },
    onSettled: refresh,
  });
  const move = useMutation({
    mutationFn: (ids: string[]) => forEach(ids, (id) => trash(api, id, 'PUT')),
    onSuccess: ({ done, failed }) => {
      forgetListed(client, done);
      if (failed > 0) toast.error(notMoved(failed));
      if (done.length === 0) return;
      offerUndo(moved(done.length), () => putBack.mutate(done));
    },
    onSettled: refresh,
  });
  const download = useMutation({
    mutationFn: (requestIds: string[]) =>
      api.call<{ url: string; files: number }>('/api/zip-downloads', { method: 'POST', body: { requestIds } }),
    onSuccess: ({ url }) => openDownload(url),
    onError: (cause) => {
      logFailure('Preparing a download failed', cause);
      toast.error(messageOf(cause, ''));
    },
  });
  return { move, download };
}

function trash(api: ApiClient, id: string, method: 'PUT' | 'DELETE'): Promise<unknown> {
  return api.call(`/api/requests/${encodeURIComponent(id)}/trash`, { method });
}

/** One after the other, so that hundreds of them do not fill the connection. A failed one does not stop the others. */
async function forEach(
  ids: string[],
  act: (id: string) => Promise<unknown>,
): Promise<{ done: string[]; failed: number }> {
  const done: string[] = [];
  for (const id of ids) {
    try {
      await act(id);
      done.push(id);
    } catch (cause) {
      logFailure('An action on a selected request failed', cause);
    }
  }
  return { done, failed: ids.length - done.length };
}

function moved(count: number) {
  const items = formatNumber(count);
  return plural(count, { one: `${items} moved to the trash`, other: `${items} moved to the trash` });
}

function notMoved(count: number) {
  const items = formatNumber(count);
  return plural(count, {
    one: `${items} could not be deleted. Please try again.`,
    other: `${items} could not be deleted. Please try again.`,
  });
}

function notPutBack(count: number) {
  const items = formatNumber(count);
  return plural(count, {
    one: `${items} could not be put back. You can find them in the trash.`,
    other: `${items} could not be put back. You can find them in the trash.`,
  });
}
