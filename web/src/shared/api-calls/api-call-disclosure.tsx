import { t } from '@lingui/core/macro';
import type { RequestView } from '@luit/contracts/http/requests';
import { Skeleton } from '@luit/ui/skeleton';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../lib/lazy-part';

const ApiCall = lazyPart(() => import('./api-call'), 'line');

/** Shows on request how a program makes this video. */
export function ApiCallDisclosure({ request }: { request: RequestView }) {
  const [isOpened, setOpened] = useState(false);
  return (
    <details className="mt-3 min-w-0" onToggle={({ currentTarget }) => setOpened(isOpened || currentTarget.open)}>
      <summary className="cursor-pointer text-sm font-semibold">{t`Make it from your own program`}</summary>
      {isOpened && (
        <Suspense fallback={<Skeleton className="h-40" />}>
          <ApiCall request={request} />
        </Suspense>
      )}
    </details>
  );
}
