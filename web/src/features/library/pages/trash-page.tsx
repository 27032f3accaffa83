import { TRASH_DAYS } from '@luit/contracts/generation/limits';
import { t } from '@lingui/core/macro';
import { buttonClass } from '@luit/ui/button';
import { EmptyState } from '@luit/ui/empty-state';
import { ErrorState } from '@luit/ui/error-state';
import { Skeleton } from '@luit/ui/skeleton';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ArrowLeft, Trash2 } from 'lucide-react';
import { Link } from 'react-router-dom';
import { connectivity } from '../../../lib/connectivity';
import { PageTitle } from '../../../lib/page-title';
import { useServices } from '../../../lib/services';
import { NextPage } from '../components/next-page';
import { TrashCard } from '../components/trash-card';
import { trashQuery } from '../../../shared/requests/use-trash';

const GRID = 'grid gap-6 sm:grid-cols-2 xl:grid-cols-3';

export default function TrashPage() {
  const { api } = useServices();
  const trash = useInfiniteQuery(trashQuery(api));
  const items = trash.data?.pages.flatMap((page) => page.items);
  return (
    <div className="page py-10 sm:py-14">
      <PageTitle>{t`Trash`}</PageTitle>
      <Link to="/library" className="inline-flex items-center gap-2 text-sm font-semibold text-info hover:underline">
        <ArrowLeft className="size-4" aria-hidden />
        {t`Back to the library`}
      </Link>
      <h1 className="mt-4 text-page heading">{t`Deleted videos and photos`}</h1>
      <p className="mt-2 mb-8 text-muted">{t`You can put them back for ${{ days: TRASH_DAYS }} days. Then their files and prompts are deleted for good.`}</p>
      {!items && trash.isError && (
        <ErrorState
          title={t`We couldn’t load the trash`}
          onRetry={connectivity.unlessOffline(() => void trash.refetch())}
        >
          {trash.error.message}
        </ErrorState>
      )}
      {trash.isPending && (
        <div role="status" aria-label={t`Loading the trash`} className={GRID}>
          {Array.from({ length: 3 }, (_, index) => (
            <Skeleton key={index} className="h-72 rounded-card" />
          ))}
        </div>
      )}
      {items?.length === 0 && (
        <EmptyState
          icon={<Trash2 className="size-6" />}
          title={t`The trash is empty`}
          action={
            <Link to="/library" className={buttonClass('primary')}>
              {t`Back to the library`}
            </Link>
          }
        >
          {t`What you delete in your library stays here for ${{ days: TRASH_DAYS }} days.`}
        </EmptyState>
      )}
      {items && items.length > 0 && (
        <ul className={GRID}>
          {items.map((item) => (
            <TrashCard key={item.request.id} item={item} />
          ))}
        </ul>
      )}
      <NextPage list={trash} />
    </div>
  );
}
