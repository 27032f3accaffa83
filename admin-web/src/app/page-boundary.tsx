import { Card } from '@luit/ui/card';
import { ErrorState } from '@luit/ui/error-state';
import { Component, type ReactNode } from 'react';
import { PageHeader } from '../components/page-header';

/** Contains render errors and failed chunk loads to the page, so that the navigation stays usable. Give it the path as its key. */
export class PageBoundary extends Component<{ children: ReactNode }, { failure: string | null }> {
  override state = { failure: null };

  static getDerivedStateFromError(cause: unknown) {
    return { failure: cause instanceof Error ? cause.message : String(cause) };
  }

  override render() {
    const { failure } = this.state;
    if (failure === null) return this.props.children;
    return (
      <>
        <PageHeader title="This page could not be shown" />
        <Card className="overflow-hidden">
          <ErrorState
            title="An error in this app stopped the page"
            retryLabel="Reload"
            onRetry={() => window.location.reload()}
          >
            <p>Reload to get the latest version. If it fails again, the other pages still work.</p>
            <p className="mt-2 text-label break-words">{failure}</p>
          </ErrorState>
        </Card>
      </>
    );
  }
}
