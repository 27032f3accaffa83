import { Component, lazy, useState, type ComponentType, type ReactNode } from 'react';
import { loadPart, PartLoadError } from './load-part';
import { PartFailure, type PartKind } from './part-failure';

interface BoundaryProps {
  kind: PartKind;
  onRetry: () => void;
  children: ReactNode;
}

/** Contains a part that could not be loaded. Errors in its code pass through to the boundary of the page. */
class PartBoundary extends Component<BoundaryProps, { error: unknown }> {
  override state = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error } = this.state as { error: unknown };
    if (error === null) return this.props.children;
    if (!(error instanceof PartLoadError)) throw error;
    return <PartFailure kind={this.props.kind} isOutdated={error.isOutdated} onRetry={this.props.onRetry} />;
  }
}

/**
 * A component that loads on first use. If loading fails, the failure appears in its place and everything around it stays. It loads again
 * when the connection returns.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  kind: PartKind = 'page',
): ComponentType<Props> {
  // React keeps the outcome of a lazy component, so a retry needs a new one. `lazy` loses the type of generic props.
  const create = () => lazy(() => loadPart(load)) as unknown as ComponentType<Props>;
  let latest = create();
  return function Part(props: Props) {
    const [{ Loaded, attempt }, setCurrent] = useState({ Loaded: latest, attempt: 0 });
    const retry = () => {
      latest = create();
      setCurrent({ Loaded: latest, attempt: attempt + 1 });
    };
    return (
      <PartBoundary key={attempt} kind={kind} onRetry={retry}>
        <Loaded {...props} />
      </PartBoundary>
    );
  };
}
