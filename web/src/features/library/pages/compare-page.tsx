import { t } from '@lingui/core/macro';
import { makesVideo } from '@luit/contracts/generation/outputs';
import type { RequestView } from '@luit/contracts/http/requests';
import { BeforeAfter } from '@luit/ui/before-after';
import { buttonClass } from '@luit/ui/button';
import { EmptyState } from '@luit/ui/empty-state';
import { ErrorState } from '@luit/ui/error-state';
import { Skeleton } from '@luit/ui/skeleton';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft, Columns2 } from 'lucide-react';
import { Link, useSearchParams } from 'react-router-dom';
import { connectivity } from '../../../lib/connectivity';
import { PageTitle } from '../../../lib/page-title';
import { useServices } from '../../../lib/services';
import { requestQuery } from '../../../shared/requests/api/get-request';
import { CompareSettings } from '../components/compare-settings';
import { PairedVideos } from '../components/paired-videos';
import { SIDES } from '../compare-rows';
import { areComparable } from '../use-selection';

/** Two results of the same kind side by side. Their ids are in the address, so that the page can be kept. */
export default function ComparePage() {
  const [params] = useSearchParams();
  const ids = [...new Set([params.get('a'), params.get('b')].filter((id) => id !== null))];
  return (
    <div className="page py-10 sm:py-14">
      <PageTitle>{t`Compare`}</PageTitle>
      <Link to="/library" className="inline-flex items-center gap-2 text-sm font-semibold text-info hover:underline">
        <ArrowLeft className="size-4" aria-hidden />
        {t`Back to the library`}
      </Link>
      <h1 className="mt-4 mb-8 text-page heading">{t`Compare two results`}</h1>
      {ids.length === 2 ? <Comparison ids={ids} /> : <NotComparable />}
    </div>
  );
}

function Comparison({ ids }: { ids: string[] }) {
  const { api } = useServices();
  const client = useQueryClient();
  const queries = useQueries({ queries: ids.map((id) => requestQuery(api, client, id)) });
  const requests = queries.flatMap(({ data }) => data ?? []);
  const failed = queries.find(({ data, error }) => !data && error);
  if (areComparable(requests)) return <Results requests={requests} />;
  if (failed) {
    const retry = () => queries.forEach(({ refetch }) => void refetch());
    return (
      <ErrorState title={t`We couldn’t load both results`} onRetry={connectivity.unlessOffline(retry)}>
        {failed.error?.message}
      </ErrorState>
    );
  }
  if (requests.length === ids.length) return <NotComparable />;
  return (
    <div role="status" aria-label={t`Loading both results`} className="grid gap-4 sm:grid-cols-2">
      <Skeleton className="aspect-video rounded-frame" />
      <Skeleton className="aspect-video rounded-frame" />
    </div>
  );
}

function Results({ requests }: { requests: [RequestView, RequestView] }) {
  const [first, second] = requests;
  const [a, b] = SIDES;
  return (
    <div className="grid gap-10">
      {makesVideo(first.type) ? (
        <PairedVideos requests={requests} />
      ) : (
        <BeforeAfter
          before={{ src: first.outputUrl ?? '', label: a }}
          after={{ src: second.outputUrl ?? '', label: b }}
          label={first.type === 'image' ? t`Compare image A and image B` : t`Compare photo A and photo B`}
        />
      )}
      <CompareSettings requests={requests} />
    </div>
  );
}

function NotComparable() {
  return (
    <EmptyState
      icon={<Columns2 className="size-6" />}
      title={t`These can’t be compared`}
      action={
        <Link to="/library" className={buttonClass('primary')}>
          {t`Back to the library`}
        </Link>
      }
    >
      {t`Select two finished videos, or two images, in your library.`}
    </EmptyState>
  );
}
