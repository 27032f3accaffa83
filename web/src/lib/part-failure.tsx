import { t } from '@lingui/core/macro';
import { Alert } from '@luit/ui/alert';
import { ErrorState } from '@luit/ui/error-state';
import { useEffect, useEffectEvent } from 'react';
import { connectivity } from './connectivity';
import { afterReload } from './kept-drafts';
import { useConnection } from './use-connection';

/** Where a failed part is shown: instead of a page, in a line, or not at all because the page is complete without it. */
export type PartKind = 'page' | 'line' | 'hidden';

const copy = {
  withoutConnection: () => ({
    title: t`This part hasn’t loaded yet`,
    text: t`It loads when you’re connected again.`,
    action: undefined,
  }),
  outdated: () => ({
    title: t`Luit has been updated`,
    text: `${t`This part needs the new version. Reload to get it.`} ${afterReload()}`,
    action: t`Reload`,
  }),
  failed: () => ({
    title: t`We couldn’t load this part`,
    text: `${t`Try again. If it fails again, reload the page.`} ${afterReload()}`,
    action: t`Try again`,
  }),
} as const;

interface PartFailureProps {
  kind: PartKind;
  isOutdated: boolean;
  onRetry: () => void;
}

/** How often a part that is not shown is loaded again, because nobody can ask for it. */
const HIDDEN_RETRY_MS = 30_000;

/** Says why a part of the app is missing, and loads it again when the connection returns. */
export function PartFailure({ kind, isOutdated, onRetry }: PartFailureProps) {
  const isConnected = useConnection() === 'online';
  const retry = useEffectEvent(onRetry);
  useEffect(() => {
    let wasOnline = connectivity.isOnline();
    return connectivity.subscribe(() => {
      const isOnline = connectivity.isOnline();
      if (isOnline && !wasOnline) retry();
      wasOnline = isOnline;
    });
  }, []);

  useEffect(() => {
    if (kind !== 'hidden' || !isConnected) return;
    const timer = setTimeout(retry, HIDDEN_RETRY_MS);
    return () => clearTimeout(timer);
  }, [kind, isConnected]);

  if (kind === 'hidden') return null;
  const { title, text, action } = copy[!isConnected ? 'withoutConnection' : isOutdated ? 'outdated' : 'failed']();
  const act = isOutdated ? () => window.location.reload() : onRetry;
  if (kind === 'line')
    return (
      <Alert
        tone="danger"
        action={
          action && (
            <button type="button" onClick={act} className="font-semibold underline underline-offset-4">
              {action}
            </button>
          )
        }
      >
        {t`${title}. ${text}`}
      </Alert>
    );
  return (
    <div className="page py-16">
      <ErrorState title={title} retryLabel={action} onRetry={action ? act : undefined}>
        {text}
      </ErrorState>
    </div>
  );
}
