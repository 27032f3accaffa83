import { buttonClass } from '@luit/ui/button';
import { Link } from 'react-router-dom';
import { useLatestRequests } from '../../../shared/requests/use-latest-requests';
import { HistoryCard } from '../../../shared/studio/components/history-card';
import { FailedStrip, LoadingStrip } from '../../../shared/studio/components/strip-states';
import { accountCopy } from '../copy';

const RECENT_COUNT = 10;
const STRIP = '-m-1 flex snap-x scroll-px-1 gap-3 overflow-x-auto p-1 pb-3';

/** The running jobs with their live progress, and the latest results. */
export function RecentWork() {
  const { requests, isLoading, isFailed, retry } = useLatestRequests();
  const running = requests.filter(({ status }) => status === 'processing');
  const recent = requests.filter(({ status }) => status !== 'processing').slice(0, RECENT_COUNT);
  const sections = [
    { title: accountCopy.running, shown: running },
    { title: accountCopy.recent, shown: recent },
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
        <section aria-label={accountCopy.recent} className="grid min-h-45 content-start gap-3">
          <h2 className="font-semibold">{accountCopy.recent}</h2>
          {isLoading && <LoadingStrip cards={5} />}
          {isFailed && (
            <FailedStrip message={accountCopy.recentFailed} reload={accountCopy.reloadRecent} onReload={retry} />
          )}
          {!isLoading && !isFailed && (
            <div className="grid justify-items-start gap-3 text-sm text-muted">
              <p>{accountCopy.recentEmpty}</p>
              <Link to="/image-to-video" className={buttonClass('accent', 'md')}>
                {accountCopy.firstVideo}
              </Link>
            </div>
          )}
        </section>
      )}
    </div>
  );
}
