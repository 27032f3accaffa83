import type { RequestView } from '@luit/contracts/http/requests';
import { useState } from 'react';

export interface Selection {
  isActive: boolean;
  /** Those of the shown requests that are selected. */
  requests: RequestView[];
  has: (request: RequestView) => boolean;
  toggle: (request: RequestView) => void;
  /** Running jobs can be neither downloaded nor deleted. */
  selectAll: () => void;
  start: () => void;
  end: () => void;
}

/** The requests that the user marks in a list, to act on all of them at once. */
export function useSelection(shown: RequestView[]): Selection {
  const [ids, setIds] = useState<ReadonlySet<string> | null>(null);
  return {
    isActive: ids !== null,
    requests: shown.filter(({ id }) => ids?.has(id)),
    has: ({ id }) => ids?.has(id) ?? false,
    toggle: ({ id }) => {
      const next = new Set(ids);
      if (!next.delete(id)) next.add(id);
      setIds(next);
    },
    selectAll: () => setIds(new Set(shown.filter(isSelectable).map(({ id }) => id))),
    start: () => setIds(new Set()),
    end: () => setIds(null),
  };
}

export function isSelectable({ status }: RequestView): boolean {
  return status !== 'processing';
}

/** Whether these are two results that can be seen side by side: two videos, or two photos. */
export function areComparable(requests: RequestView[]): requests is [RequestView, RequestView] {
  const [first, second] = requests;
  if (!first || !second || requests.length > 2 || first.id === second.id) return false;
  const isPhoto = first.type === 'restore';
  const isShown = ({ videoUrl, outputUrl }: RequestView) => (isPhoto ? outputUrl : videoUrl) !== null;
  return isPhoto === (second.type === 'restore') && requests.every(isShown);
}
