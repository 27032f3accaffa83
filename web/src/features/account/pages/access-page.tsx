import { t } from '@lingui/core/macro';
import { Alert } from '@luit/ui/alert';
import { Badge } from '@luit/ui/badge';
import { Button } from '@luit/ui/button';
import { Card } from '@luit/ui/card';
import { ErrorState } from '@luit/ui/error-state';
import { Skeleton } from '@luit/ui/skeleton';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../../lib/api-error';
import { connectivity } from '../../../lib/connectivity';
import { PageTitle } from '../../../lib/page-title';
import { useServices } from '../../../lib/services';
import { type AccessKind, accessQuery, endAccess } from '../../../shared/sign-in/access';
import { EndAllAccessForm } from '../components/end-all-access-form';
import { type AccessGroup, accessGroups, type AccessItem } from '../access-groups';

/** Everything with access to the account: each can be ended, and all of it together with a new password. */
export default function AccessPage() {
  const { api } = useServices();
  const client = useQueryClient();
  const query = accessQuery(api);
  const { data, isError, error, refetch } = useQuery(query);
  const end = useMutation({
    mutationFn: ({ kind, id }: { kind: AccessKind; id: string }) => endAccess(api, kind, id),
    onSettled: () => client.invalidateQueries({ queryKey: ['account'] }),
  });
  return (
    <div className="page py-10 sm:py-14">
      <PageTitle>{t`Someone was in my account`}</PageTitle>
      <h1 className="text-page heading">{t`Someone was in my account`}</h1>
      <p className="mt-3 max-w-[44rem] text-muted">
        {t`This is everything with access to your account. End what you don’t know. If you’re not sure, end everything and set a new password.`}
      </p>
      {end.isError && (
        <Alert tone="danger" className="mt-5" onDismiss={end.reset}>
          {messageOf(end.error, t`We couldn’t end this access`)}
        </Alert>
      )}
      <Card as="section" aria-labelledby="end-all" className="mt-8 p-6 sm:p-8">
        <h2 id="end-all" className="text-title heading">
          {t`End everything and set a new password`}
        </h2>
        <EndAllAccessForm />
      </Card>
      {data &&
        accessGroups(data).map((group) => (
          <Group
            key={group.kind}
            group={group}
            busyId={end.isPending ? end.variables.id : null}
            onEnd={(id) => end.mutate({ kind: group.kind, id })}
          />
        ))}
      {!data && isError && (
        <ErrorState
          title={t`We couldn’t load what has access`}
          onRetry={connectivity.unlessOffline(() => void refetch())}
        >
          {error.message}
        </ErrorState>
      )}
      {!data && !isError && (
        <div role="status" aria-label={t`Loading what has access`} className="mt-6 grid gap-4">
          <Skeleton className="h-20" />
          <Skeleton className="h-20" />
        </div>
      )}
    </div>
  );
}

interface GroupProps {
  group: AccessGroup;
  /** What is being ended. */
  busyId: string | null;
  onEnd: (id: string) => void;
}

function Group({ group: { kind, title, items }, busyId, onEnd }: GroupProps) {
  return (
    <Card as="section" aria-labelledby={kind} className="mt-6 p-6 sm:p-8">
      <h2 id={kind} className="text-title heading">
        {title}
      </h2>
      {items.length === 0 ? (
        <p className="mt-1 text-muted">{t`None`}</p>
      ) : (
        <ul className="mt-3 divide-y divide-line border-t border-line">
          {items.map((item) => (
            <Item key={item.id} item={item} isBusy={busyId === item.id} onEnd={() => onEnd(item.id)} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function Item({ item, isBusy, onEnd }: { item: AccessItem; isBusy: boolean; onEnd: () => void }) {
  const { name } = item;
  return (
    <li className="flex flex-wrap items-center gap-4 py-3.5">
      <div className="min-w-0 flex-1 basis-56 wrap-anywhere">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium">
          <span>{name}</span>
          {item.isCurrent && <Badge tone="success">{t`This device`}</Badge>}
        </p>
        <p className="text-sm text-muted">{item.details}</p>
      </div>
      {!item.isCurrent && (
        <Button tone="secondary" size="sm" busy={isBusy} aria-label={t`Revoke ${name}`} onClick={onEnd}>
          {t`Revoke`}
        </Button>
      )}
    </li>
  );
}
