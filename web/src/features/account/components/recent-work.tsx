import { t } from '@lingui/core/macro';
import { buttonClass } from '@luit/ui/button';
import { Link } from 'react-router-dom';
import { useLatestRequests } from '../../../shared/requests/use-latest-requests';
import { HistoryCard } from '../../../shared/studio/components/history-card';
import { FailedStrip, LoadingStrip } from '../../../shared/studio/components/strip-states';

const RECENT_COUNT = 10;
const STRIP = '-m-1 flex snap-x scroll-px-1 gap-3 overflow-x-auto p-1 pb-3';

/** The running jobs with their live progress, and the latest results. */
export function RecentWork() {
  const { requests, isLoading, isFailed, retry } = useLatestRequests();
  const running = requests.filter(({ status }) => status === 'processing');
  const recent = requests.filter(({ status }) => status !== 'processing').slice(0, RECENT_COUNT);
  const sections = [
    { title: t`Running now`, shown: running },
    { title: t`Recent work`, shown: recent },
  ];
  return (
    <div className="mt-8 grid min-w-0 gap-6">
      {sections.map(
        ({ title, shown }) =>
          shown.length > 0 && (
            <section key={title} aria-label={title} className="grid min-w-0 gap-3">
              <h2 className="font-semibold">{title}</h2>
              <ul className={STRIP}>
                {shown.map((request) => (
                  <HistoryCard key={request.id} request={request} isShown={false} />
                ))}
              </ul>
            </section>
          ),
      )}
      {requests.length === 0 && (
        <section aria-label={t`Recent work`} className="grid min-h-45 content-start gap-3">
          <h2 className="font-semibold">{t`Recent work`}</h2>
          {isLoading && <LoadingStrip cards={5} />}
          {isFailed && (
            <FailedStrip
              message={t`We couldn’t load your recent work.`}
              reload={t`Reload recent work`}
              onReload={retry}
            />
          )}
          {!isLoading && !isFailed && (
            <div className="grid justify-items-start gap-3 text-sm text-muted">
              <p>{t`You haven’t created anything yet.`}</p>
              <Link to="/image-to-video" className={buttonClass('accent', 'md')}>
                {t`Create your first video`}
              </Link>
            </div>
          )}
        </section>
      )}
    </div>
  );
}
