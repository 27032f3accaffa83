import { t } from '@lingui/core/macro';
import { serverNow } from '@luit/ui/server-clock';
import type { ApiKeyView } from '@luit/contracts/http/api-keys';
import { Alert } from '@luit/ui/alert';
import { Badge } from '@luit/ui/badge';
import { Button } from '@luit/ui/button';
import { Progress } from '@luit/ui/progress';
import { formatDateTime, formatNumber, formatCredits } from '../../../lib/format';
import { offeredScopes } from '../copy';

export type KeyAction = 'change' | 'rotate' | 'revoke';

interface KeyRowProps {
  apiKey: ApiKeyView;
  onAction: (action: KeyAction) => void;
}

/** A key: how it begins and ends, what it may do, and what it has spent. */
export function KeyRow({ apiKey, onAction }: KeyRowProps) {
  const { name, mode, prefix, last4, scopes } = apiKey;
  return (
    <li className="grid gap-4 py-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,18rem)_auto] lg:items-start lg:gap-8">
      <div className="min-w-0">
        <h2 dir="auto" className="text-lg font-semibold wrap-anywhere">
          <span>{name}</span> {mode === 'test' && <Badge tone="info">{t`Test`}</Badge>}
        </h2>
        <p className="mt-1 font-mono text-sm text-muted">{`${prefix}…${last4}`}</p>
        <ul className="mt-2.5 flex flex-wrap gap-1.5">
          {offeredScopes()
            .filter(({ scope }) => scopes.includes(scope))
            .map(({ scope, label }) => (
              <li key={scope}>
                <Badge>{label}</Badge>
              </li>
            ))}
        </ul>
        <Facts apiKey={apiKey} />
      </div>
      <Budget budget={apiKey.budget} />
      <div className="flex flex-wrap gap-2">
        <Button size="sm" tone="secondary" aria-label={t`Change ${name}`} onClick={() => onAction('change')}>
          {t`Change`}
        </Button>
        <Button size="sm" tone="secondary" aria-label={t`Replace ${name}`} onClick={() => onAction('rotate')}>
          {t`Replace`}
        </Button>
        <Button
          size="sm"
          tone="ghost"
          className="text-danger"
          aria-label={t`Revoke ${name}`}
          onClick={() => onAction('revoke')}
        >
          {t`Revoke`}
        </Button>
      </div>
    </li>
  );
}

const isPast = (iso: string) => Date.parse(iso) <= serverNow();

function Facts({ apiKey }: { apiKey: ApiKeyView }) {
  const { createdAt, lastUsedAt, expiresAt, previousSecretExpiresAt, networks } = apiKey;
  const facts = [
    t`Created ${{ date: formatDateTime(createdAt) }}`,
    lastUsedAt ? t`Last used ${{ date: formatDateTime(lastUsedAt) }}` : t`Never used`,
    expiresAt && (isPast(expiresAt) ? ended : ends)(formatDateTime(expiresAt)),
    previousSecretExpiresAt && t`The previous key works until ${{ date: formatDateTime(previousSecretExpiresAt) }}`,
    networks && t`Only from ${{ networks: networks.join(', ') }}`,
  ];
  return (
    <ul className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
      {facts.map(
        (fact) =>
          fact && (
            <li key={fact} className="wrap-anywhere">
              {fact}
            </li>
          ),
      )}
    </ul>
  );
}

function Budget({ budget }: { budget: ApiKeyView['budget'] }) {
  if (!budget)
    return (
      <Alert tone="danger">{t`This key can’t spend credits, because its budget was never saved. Change it to set one.`}</Alert>
    );
  const { monthlyCredits, totalCredits, usedThisMonth, used } = budget;
  if (monthlyCredits === null && totalCredits === null) {
    return <p className="text-sm text-muted tabular-nums">{t`${{ credits: formatCredits(used) }} used, no limit`}</p>;
  }
  return (
    <div className="grid gap-3">
      {monthlyCredits !== null && (
        <Meter
          text={t`${{ used: formatNumber(usedThisMonth) }} of ${{ budget: formatCredits(monthlyCredits) }} used this month`}
          used={usedThisMonth}
          of={monthlyCredits}
        />
      )}
      {totalCredits !== null && (
        <Meter
          text={t`${{ used: formatNumber(used) }} of ${{ budget: formatCredits(totalCredits) }} used in total`}
          used={used}
          of={totalCredits}
        />
      )}
    </div>
  );
}

function Meter({ text, used, of }: { text: string; used: number; of: number }) {
  return (
    <div className="grid gap-1.5">
      <p className="text-sm tabular-nums">{text}</p>
      <Progress value={of === 0 ? 100 : (used / of) * 100} label={text} isActive={false} />
    </div>
  );
}

function ends(date: string) {
  return t`Ends ${date}`;
}

function ended(date: string) {
  return t`Ended ${date}`;
}
