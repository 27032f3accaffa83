import type { Consents } from '@luit/contracts/auth/consents';
import { Alert } from '@luit/ui/alert';
import { Card } from '@luit/ui/card';
import { Checkbox } from '@luit/ui/checkbox';
import { ErrorState } from '@luit/ui/error-state';
import { Skeleton } from '@luit/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { connectivity } from '../../../lib/connectivity';
import { formatDate, formatDateTime } from '../../../lib/format';
import { useServices } from '../../../lib/services';
import { consentsQuery } from '../../../shared/consents/consents-query';
import { consentCopy } from '../../../shared/consents/copy';
import { useConsentChange } from '../../../shared/consents/use-consent-change';

type NoticeState = Consents['notices'][number];

const LINK = 'font-semibold text-info underline underline-offset-4';

/** What the user agreed to and when, and the choice about marketing. */
export function ConsentsCard() {
  return (
    <Card as="section" aria-labelledby="consents" className="p-6 sm:p-8">
      <h2 id="consents" className="scroll-mt-28 text-title heading">
        {consentCopy.title}
      </h2>
      <p className="mt-1 text-muted">{consentCopy.lead}</p>
      <ConsentList />
    </Card>
  );
}

function ConsentList() {
  const { api, view } = useServices();
  const { data: notices, isError, refetch } = useQuery(consentsQuery(api));
  const { change, isFailed, pending, dismiss } = useConsentChange();
  if (!notices && isError)
    return <ErrorState title={consentCopy.loadFailed} onRetry={connectivity.unlessOffline(() => void refetch())} />;
  if (!notices)
    return (
      <div role="status" aria-label={consentCopy.loading} className="mt-5">
        <Skeleton className="h-64" />
      </div>
    );
  return (
    <>
      {isFailed && (
        <Alert tone="danger" className="mt-5" onDismiss={dismiss}>
          {consentCopy.changeFailed}
        </Alert>
      )}
      <dl className="mt-5 divide-y divide-line border-y border-line">
        {notices.map((state) => (
          <div key={state.notice} className="grid gap-1 py-3.5 sm:grid-cols-[10rem_minmax(0,1fr)] sm:items-baseline">
            <dt className="text-muted">
              <NoticeName state={state} />
            </dt>
            <dd>
              {state.notice === 'age' && <p>{consentCopy.ageText}</p>}
              <p>{statement(state)}</p>
              {state.notice === 'marketing' && (
                <Checkbox
                  className="mt-3 flex items-start gap-3"
                  label={consentCopy.marketing}
                  checked={pending?.given ?? state.latest?.given ?? false}
                  disabled={Boolean(view)}
                  onChange={({ target }) =>
                    change({
                      ...{ notice: 'marketing', version: state.version },
                      ...{ given: target.checked, source: 'account' },
                    })
                  }
                />
              )}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function NoticeName({ state: { notice } }: { state: NoticeState }) {
  const name = consentCopy.names[notice];
  if (notice !== 'terms' && notice !== 'privacy') return name;
  return (
    <Link to={`/${notice}`} className={LINK}>
      {name}
    </Link>
  );
}

function statement({ notice, latest }: NoticeState): string {
  if (!latest) return consentCopy.never;
  const date = formatDateTime(latest.recorded_at);
  if (!latest.given) return consentCopy.withdrawn(date);
  return notice === 'age'
    ? consentCopy.confirmed(date)
    : consentCopy.agreed(formatDate(`${latest.version}T12:00:00Z`), date);
}
