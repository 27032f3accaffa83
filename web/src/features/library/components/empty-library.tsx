import { TRASH_DAYS } from '@luit/contracts/generation/limits';
import { t } from '@lingui/core/macro';
import type { TrashedView } from '@luit/contracts/http/trash';
import { Button, buttonClass } from '@luit/ui/button';
import { EmptyState } from '@luit/ui/empty-state';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Clapperboard, Trash2, Undo2 } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useServices } from '../../../lib/services';
import { trashQuery, useTrash } from '../../../shared/requests/use-trash';

/** The messages about each filter without results. */
const FILTERED = {
  favorites: () => ({ title: t`No favorites yet`, hint: t`Press the heart on a video or photo to find it here.` }),
  shared: () => ({ title: t`Nothing is shared`, hint: t`Create a link to a video or photo to show it to others.` }),
  collection: () => ({
    title: t`This collection is empty`,
    hint: t`Select videos and photos in your library and add them to it.`,
  }),
  matches: () => ({ title: t`No results`, hint: t`Try other words, or a different type or status.` }),
};

/** Why the library shows nothing, and what to do about it. */
export function EmptyLibrary({ lacks }: { lacks: 'requests' | keyof typeof FILTERED }) {
  if (lacks === 'requests') return <NoRequests />;
  const { title, hint } = FILTERED[lacks]();
  return (
    <EmptyState
      icon={<Clapperboard className="size-6" />}
      title={title}
      action={
        <Link to="/library" className={buttonClass('primary')}>
          {t`Clear filters`}
        </Link>
      }
    >
      {hint}
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
      title={t`Nothing here yet`}
      action={
        <Link to="/image-to-video" className={buttonClass('primary')}>
          {t`Make a video`}
        </Link>
      }
    >
      {t`Write one sentence to create your first video.`}
    </EmptyState>
  );
}

function AllTrashed({ latest, isOnly }: { latest: TrashedView; isOnly: boolean }) {
  const { putBack } = useTrash(latest.request.id);
  return (
    <EmptyState
      icon={<Trash2 className="size-6" />}
      title={t`Everything is in the trash`}
      action={
        <span className="flex flex-wrap justify-center gap-3">
          <Button
            tone="secondary"
            busy={putBack.isPending}
            icon={<Undo2 className="size-4" aria-hidden />}
            onClick={() => putBack.mutate()}
          >
            {isOnly ? t`Undo the deletion` : t`Put back the latest`}
          </Button>
          <Link to="/library/trash" className={buttonClass('primary')}>
            {t`Open the trash`}
          </Link>
        </span>
      }
    >
      {t`You can put it back for ${{ days: TRASH_DAYS }} days after you deleted it.`}
    </EmptyState>
  );
}
