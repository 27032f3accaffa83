import { t } from '@lingui/core/macro';
import { makesVideo } from '@luit/contracts/generation/outputs';
import type { RequestView } from '@luit/contracts/http/requests';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useServices } from '../../../lib/services';
import { newestQuery } from '../../../shared/requests/api/list-requests';
import { RequestPreview } from '../../../shared/requests/components/request-preview';
import { newerRequest } from '../../../shared/requests/request-cache';
import { useKnownRequests } from '../../../shared/requests/use-known-requests';
import { orderedWith } from '../ordered-together';

/** The newest states of a request and of those that were asked for with it, in their order. */
export function useResultsOf(request: RequestView | undefined): RequestView[] {
  const { api } = useServices();
  const set = request?.set?.id;
  const { data } = useQuery({ ...newestQuery(api, { set }), enabled: set !== undefined });
  const known = useKnownRequests();
  if (!request) return [];
  const together = orderedWith(request.id);
  const results = new Map([[request.id, request]]);
  for (const each of [...(data?.requests ?? []), ...known]) {
    if (set === undefined ? together.includes(each.id) : each.set?.id === set)
      results.set(each.id, newerRequest(results.get(each.id), each));
  }
  const place = ({ id, set: own }: RequestView) => own?.index ?? together.indexOf(id);
  return [...results.values()].sort((a, b) => place(a) - place(b));
}

interface ResultGridProps {
  results: RequestView[];
  chosenId: string;
  onChoose: (id: string) => void;
}

/** Two to four results of one order, of which one is chosen. Each plays while the pointer or the focus is on it. */
export function ResultGrid({ results, chosenId, onChoose }: ResultGridProps) {
  return (
    <ul className="grid min-h-0 flex-1 auto-rows-fr grid-cols-2 gap-2 max-lg:auto-rows-[minmax(9rem,27dvh)]">
      {results.map((result, i) => {
        const [number, total] = [i + 1, results.length];
        const name = makesVideo(result.type) ? t`Video ${number} of ${total}` : t`Image ${number} of ${total}`;
        return (
          <li key={result.id} className="min-h-0">
            <button
              type="button"
              aria-pressed={result.id === chosenId}
              aria-label={name}
              onClick={() => onChoose(result.id)}
              className={clsx(
                'block size-full cursor-pointer overflow-hidden rounded-card border-3',
                result.id === chosenId ? 'border-accent' : 'border-transparent hover:border-edge',
              )}
            >
              <RequestPreview request={result} title={name} className="size-full" />
            </button>
          </li>
        );
      })}
    </ul>
  );
}
