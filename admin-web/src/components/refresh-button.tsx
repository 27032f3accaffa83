import { Button } from '@luit/ui/button';
import { RotateCw } from 'lucide-react';

/** @param query the result of `useQuery` */
export function RefreshButton({ query }: { query: { isFetching: boolean; refetch: () => unknown } }) {
  return (
    <Button
      tone="secondary"
      size="sm"
      busy={query.isFetching}
      icon={<RotateCw className="size-4" aria-hidden />}
      onClick={() => query.refetch()}
    >
      Refresh
    </Button>
  );
}
