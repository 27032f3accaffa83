import { Card } from '@luit/ui/card';
import { Skeleton } from '@luit/ui/skeleton';

/** Placeholder rows while a table loads. `label` is its accessible name. */
export function TableSkeleton({ label, rows = 8 }: { label: string; rows?: number }) {
  return (
    <Card className="overflow-hidden">
      <div role="status" aria-label={label} className="divide-y divide-line">
        {Array.from({ length: rows }, (_, index) => (
          <div key={index} className="flex items-center gap-6 px-4 py-3">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-4 w-1/6" />
            <Skeleton className="ml-auto h-4 w-1/6" />
          </div>
        ))}
      </div>
    </Card>
  );
}
