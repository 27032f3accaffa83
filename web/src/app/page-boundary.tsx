import { t } from '@lingui/core/macro';
import { ErrorState } from '@luit/ui/error-state';
import { Component, type ReactNode } from 'react';
import { afterReload } from '../lib/kept-drafts';
import { logFailure } from '../lib/log';

/** Contains errors in the code of a page, so that the shell stays usable. A part that cannot be loaded shows its own failure. */
export class PageBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(cause: unknown) {
    logFailure('Page rendering failed', cause);
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <div className="page py-16">
        <ErrorState title={t`This page has a problem`} retryLabel={t`Reload`} onRetry={() => window.location.reload()}>
          {`${t`Something on it failed. Reload the page. If it fails again, please contact us.`} ${afterReload()}`}
        </ErrorState>
      </div>
    );
  }
}
