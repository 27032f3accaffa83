import type { TrashedView } from '@luit/contracts/http/trash';
import { Button, buttonClass } from '@luit/ui/button';
import { EmptyState } from '@luit/ui/empty-state';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Clapperboard, Trash2, Undo2 } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useServices } from '../../../lib/services';
import { libraryCopy } from '../copy';
import { trashQuery, useTrash } from '../use-trash';

/** The messages about each filter without results. */
const FILTERED = {
  favorites: { title: 'emptyFavorites', hint: 'emptyFavoritesHint' },
  shared: { title: 'emptyShared', hint: 'emptySharedHint' },
  collection: { title: 'emptyCollection', hint: 'emptyCollectionHint' },
  matches: { title: 'emptyFiltered', hint: 'emptyFilteredHint' },
} as const;

/** Why the library shows nothing, and what to do about it. */
export function EmptyLibrary({ lacks }: { lacks: 'requests' | keyof typeof FILTERED }) {
  if (lacks === 'requests') return <NoRequests />;
  const { title, hint } = FILTERED[lacks];
  return (
    <EmptyState
      icon={<Clapperboard className="size-6" />}
      title={libraryCopy[title]}
      action={
        <Link to="/library" className={buttonClass('primary')}>
          {libraryCopy.showAll}
        </Link>
      }
    >
      {libraryCopy[hint]}
    </EmptyState>
  );
}

function NoRequests() {
  const { api } = useServices();
  const trash = useInfiniteQuery(trashQuery(api));
  const items = trash.data?.pages.flatMap((page) => page.items) ?? [];
  const [latest] = items;
  if (trash.isPending) return null;
  if (latest) return <AllTrashed latest={latest} isOnly={items.length === 1} />;
  return (
    <EmptyState
      icon={<Clapperboard className="size-6" />}
      title={libraryCopy.empty}
      action={
        <Link to="/image-to-video" className={buttonClass('primary')}>
          {libraryCopy.create}
        </Link>
      }
    >
      {libraryCopy.emptyHint}
    </EmptyState>
  );
}

function AllTrashed({ latest, isOnly }: { latest: TrashedView; isOnly: boolean }) {
  const { putBack } = useTrash(latest.request.id);
  return (
    <EmptyState
      icon={<Trash2 className="size-6" />}
      title={libraryCopy.emptyTrashed}
      action={
        <span className="flex flex-wrap justify-center gap-3">
          <Button
            tone="secondary"
            busy={putBack.isPending}
            icon={<Undo2 className="size-4" aria-hidden />}
            onClick={() => putBack.mutate()}
          >
            {isOnly ? libraryCopy.undoDeletion : libraryCopy.putBackLatest}
          </Button>
          <Link to="/library/trash" className={buttonClass('primary')}>
            {libraryCopy.openTrash}
          </Link>
        </span>
      }
    >
      {libraryCopy.emptyTrashedHint}
    </EmptyState>
  );
}
