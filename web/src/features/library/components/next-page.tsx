import { t } from '@lingui/core/macro';
import { Button } from '@luit/ui/button';
import { connectivity } from '../../../lib/connectivity';

interface NextPageProps {
  /** A list that loads in pages. */
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
}

/** Loads the next page of a list, if there is one. */
export function NextPage({ list }: NextPageProps) {
  if (!list.hasNextPage) return null;
  return (
    <div className="mt-8 grid justify-items-center">
      <Button
        tone="secondary"
        busy={list.isFetchingNextPage}
        onClick={connectivity.unlessOffline(() => void list.fetchNextPage())}
      >
        {t`Show more`}
      </Button>
    </div>
  );
}
