import { ErrorState } from '@luit/ui/error-state';
import { Component, type ReactNode } from 'react';
import { logFailure } from '../lib/log';

/** Keeps a page that broke, or a part that could not be fetched after an update, from taking the shell with it. */
export class PageBoundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override componentDidCatch(cause: unknown) {
    logFailure('A page broke', cause);
  }

  override render() {
    if (!this.state.isBroken) return this.props.children;
    return (
      <div className="page py-16">
        <ErrorState title="We couldn’t load this page" retryLabel="Reload" onRetry={() => window.location.reload()}>
          It may have been updated since you opened it. Reload to get the latest version.
        </ErrorState>
      </div>
    );
  }
}
