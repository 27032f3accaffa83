import { t } from '@lingui/core/macro';
import { makesVideo } from '@luit/contracts/generation/outputs';
import type { RequestView } from '@luit/contracts/http/requests';
import { buttonClass } from '@luit/ui/button';
import { ErrorState } from '@luit/ui/error-state';
import { PictureShade } from '@luit/ui/picture-shade';
import { clsx } from 'clsx';
import { CircleAlert, CircleSlash, ImageIcon, Video } from 'lucide-react';
import { Link } from 'react-router-dom';
import { connectivity } from '../../../lib/connectivity';
import { requestCopy } from '../../../shared/requests/copy';
import { progressText, shownProgress } from '../../../shared/requests/progress';
import { linkTo } from '../../../shared/requests/request-link';
import { useLatestRequests } from '../../../shared/requests/use-latest-requests';

const SHOWN = 6;
const GRID = 'grid grid-cols-2 gap-3 sm:grid-cols-3';

/** The running jobs with their live progress, then the latest results. */
export function ContinueSection() {
  const { requests, isLoading, isFailed, retry } = useLatestRequests();
  const isRunning = ({ status }: RequestView) => status === 'processing';
  const running = requests.filter(isRunning);
  const shown = [...running, ...requests.filter((request) => !isRunning(request))].slice(0, SHOWN);
  return (
    <section aria-labelledby="continue" className="min-w-0">
      <div className="flex min-h-10 items-center justify-between gap-4">
        <h2 id="continue" className="text-title heading">
          {t`Continue`}
        </h2>
        <Link to="/library" className="font-semibold text-info underline underline-offset-4">
          {t`Library`}
        </Link>
      </div>
      <div className="mt-3">
        {shown.length > 0 && (
          <ul className={GRID}>
            {shown.map((request) => (
              <RequestCard key={request.id} request={request} />
            ))}
          </ul>
        )}
        {shown.length === 0 && (
          <div className="relative">
            {/* As tall as a full list. */}
            <div aria-hidden className={GRID}>
              {Array.from({ length: SHOWN }, (_, index) => (
                <div key={index}>
                  <div className="aspect-video" />
                  <div className="mt-1.5 h-10" />
                </div>
              ))}
            </div>
            {isFailed && (
              <div className="absolute inset-0">
                <ErrorState title={t`We couldn’t load your latest work`} onRetry={connectivity.unlessOffline(retry)} />
              </div>
            )}
            {!isLoading && !isFailed && <FirstVideo />}
          </div>
        )}
      </div>
    </section>
  );
}

function FirstVideo() {
  return (
    <div
      data-theme="dark"
      className="absolute inset-0 isolate grid content-end justify-items-start gap-4 overflow-hidden rounded-card p-6 text-ink sm:p-8"
    >
      <img
        src="/scenes/fireflies.webp"
        alt=""
        width={1600}
        height={900}
        className="absolute inset-0 -z-20 size-full object-cover"
      />
      <PictureShade />
      <p className="text-lg font-semibold">{t`You haven’t created anything yet.`}</p>
      <Link to="/image-to-video" className={buttonClass('accent')}>
        {t`Create your first video`}
      </Link>
    </div>
  );
}

function RequestCard({ request }: { request: RequestView }) {
  const { status, canceled } = request;
  const title = request.prompt || t`Restored photo`;
  const badge = requestCopy.badges[canceled ? 'canceled' : status];
  const state =
    status !== 'processing'
      ? badge
      : shownProgress(request) === null
        ? progressText(request)
        : `${badge} · ${progressText(request)}`;
  return (
    <li className="min-w-0">
      <Link to={linkTo(request)} className="group block rounded-card">
        <Frame request={request} />
        <span className="mt-1.5 block truncate text-sm font-semibold" dir="auto">
          {title}
        </span>
        <span
          className={clsx(
            'block truncate text-label tabular-nums',
            status === 'failed' && !canceled ? 'text-danger' : 'text-muted',
          )}
        >
          {state}
        </span>
      </Link>
    </li>
  );
}

function Frame({ request }: { request: RequestView }) {
  const { status, canceled, type } = request;
  const image = request.posterUrl ?? (makesVideo(type) ? null : request.outputUrl) ?? request.imageUrl;
  const Icon = canceled ? CircleSlash : status === 'failed' ? CircleAlert : makesVideo(type) ? Video : ImageIcon;
  return (
    <span
      aria-hidden
      className="relative grid aspect-video place-items-center overflow-hidden rounded-card bg-[#0b2f36] text-[#a8c6c4] ring-accent group-hover:ring-2"
    >
      {image ? (
        <img src={image} alt="" loading="lazy" className="absolute inset-0 size-full object-contain" />
      ) : (
        <Icon className="size-7" strokeWidth={1.6} />
      )}
      {status === 'processing' && (
        <span className="absolute inset-x-0 bottom-0 h-1.5 bg-[#04110f]/70">
          <span
            className="block h-full bg-accent transition-[width] duration-700 ease-standard"
            style={{ width: `${shownProgress(request) ?? 0}%` }}
          />
        </span>
      )}
    </span>
  );
}
