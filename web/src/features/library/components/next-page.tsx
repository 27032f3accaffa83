import { Button } from '@luit/ui/button';
import { connectivity } from '../../../lib/connectivity';
import { libraryCopy } from '../copy';

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
        {libraryCopy.more}
      </Button>
    </div>
  );
}
