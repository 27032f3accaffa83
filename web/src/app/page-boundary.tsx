import { ErrorState } from '@luit/ui/error-state';
import { Component, type ReactNode } from 'react';
import { logFailure } from '../lib/log';

/** Contains render errors and failed chunk loads to the page, so that the shell stays usable. */
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
        <ErrorState title="We couldn’t load this page" retryLabel="Reload" onRetry={() => window.location.reload()}>
          It may have been updated since you opened it. Reload to get the latest version.
        </ErrorState>
      </div>
    );
  }
}
