import { makesVideo } from '@luit/contracts/generation/outputs';
import type { RequestView } from '@luit/contracts/http/requests';
import { useMemo, useState } from 'react';

/** Which requests are marked. It stays the same object until a mark changes. */
export interface SelectionMarks {
  isActive: boolean;
  has: (request: RequestView) => boolean;
  toggle: (request: RequestView) => void;
}

export interface Selection extends SelectionMarks {
  marks: SelectionMarks;
  /** The shown requests that are selected. */
  requests: RequestView[];
  /** Running jobs can be neither downloaded nor deleted. */
  selectAll: () => void;
  start: () => void;
  end: () => void;
}

/** The requests that the user marks in a list, to act on all of them at once. */
export function useSelection(shown: RequestView[]): Selection {
  const [ids, setIds] = useState<ReadonlySet<string> | null>(null);
  const marks = useMemo(
    (): SelectionMarks => ({
      isActive: ids !== null,
      has: ({ id }) => ids?.has(id) ?? false,
      toggle: ({ id }) => {
        const next = new Set(ids);
        if (!next.delete(id)) next.add(id);
        setIds(next);
      },
    }),
    [ids],
  );
  const requests = useMemo(() => (ids?.size ? shown.filter(({ id }) => ids.has(id)) : []), [ids, shown]);
  return {
    ...marks,
    marks,
    requests,
    selectAll: () => setIds(new Set(shown.filter(isSelectable).map(({ id }) => id))),
    start: () => setIds(new Set()),
    end: () => setIds(null),
  };
}

export function isSelectable({ status }: RequestView): boolean {
  return status !== 'processing';
}

/** Whether these are two results that can be seen side by side: two videos, or two still images. */
export function areComparable(requests: RequestView[]): requests is [RequestView, RequestView] {
  const [first, second] = requests;
  if (!first || !second || requests.length > 2 || first.id === second.id) return false;
  const isVideo = makesVideo(first.type);
  const isShown = ({ videoUrl, outputUrl }: RequestView) => (isVideo ? videoUrl : outputUrl) !== null;
  return isVideo === makesVideo(second.type) && requests.every(isShown);
}
