import { t } from '@lingui/core/macro';
import { versionNumberOf } from '@luit/contracts/auth/consent-notices';
import type { Consents } from '@luit/contracts/auth/consents';
import { Alert } from '@luit/ui/alert';
import { Card } from '@luit/ui/card';
import { Checkbox } from '@luit/ui/checkbox';
import { ErrorState } from '@luit/ui/error-state';
import { Skeleton } from '@luit/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { connectivity } from '../../../lib/connectivity';
import { formatDateTime } from '../../../lib/format';
import { useServices } from '../../../lib/services';
import { consentsQuery } from '../../../shared/consents/consents-query';
import { useConsentChange } from '../../../shared/consents/use-consent-change';

const names = {
  get terms() {
    return t`Terms of Service`;
  },
  get privacy() {
    return t`Privacy Policy`;
  },
  get age() {
    return t`Your age`;
  },
  get marketing() {
    return t`News and offers`;
  },
};

type NoticeState = Consents['notices'][number];

const LINK = 'font-semibold text-info underline underline-offset-4';

/** What the user agreed to and when, and the choice about marketing. */
export function ConsentsCard() {
  return (
    <Card as="section" aria-labelledby="consents" className="p-6 sm:p-8">
      <h2 id="consents" className="scroll-mt-28 text-title heading">
        {t`What you agreed to`}
      </h2>
      <p className="mt-1 text-muted">{t`We keep a record of this for as long as the law asks us to. Your copy of your data contains all of it.`}</p>
      <ConsentList />
    </Card>
  );
}

function ConsentList() {
  const { api, impersonation } = useServices();
  const { data: notices, isError, refetch } = useQuery(consentsQuery(api));
  const { change, failure, pending, dismiss } = useConsentChange();
  if (!notices && isError)
    return (
      <ErrorState
        title={t`We couldn’t load what you agreed to`}
        onRetry={connectivity.unlessOffline(() => void refetch())}
      />
    );
  if (!notices)
    return (
      <div role="status" aria-label={t`Loading what you agreed to`} className="mt-5">
        <Skeleton className="h-64" />
      </div>
    );
  return (
    <>
      {failure && (
        <Alert tone="danger" className="mt-5" onDismiss={dismiss}>
          {failure}
        </Alert>
      )}
      <dl className="mt-5 divide-y divide-line border-y border-line">
        {notices.map((state) => (
          <div key={state.notice} className="grid gap-1 py-3.5 sm:grid-cols-[10rem_minmax(0,1fr)] sm:items-baseline">
            <dt className="text-muted">
              <NoticeName state={state} />
            </dt>
            <dd>
              {state.notice === 'age' && <p>{t`You are 18 or older, or have the consent of a parent or guardian.`}</p>}
              <p>{statement(state)}</p>
              {state.notice === 'marketing' && (
                <Checkbox
                  className="mt-3 flex items-start gap-3"
                  label={t`Send me news and offers`}
                  checked={pending?.given ?? state.latest?.given ?? false}
                  disabled={Boolean(impersonation)}
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
  const name = names[notice];
  if (notice !== 'terms' && notice !== 'privacy') return name;
  return (
    <Link to={`/${notice}`} className={LINK}>
      {name}
    </Link>
  );
}

function statement({ notice, latest }: NoticeState): string {
  if (!latest) return t`You haven’t agreed to this.`;
  const date = formatDateTime(latest.recorded_at);
  if (!latest.given) return t`You withdrew this on ${date}.`;
  if (notice === 'age') return t`You confirmed this on ${date}.`;
  const number = versionNumberOf(notice, latest.version);
  return number === null
    ? t`You agreed to an earlier version on ${date}.`
    : t`You agreed to version ${{ version: number }} on ${date}.`;
}
