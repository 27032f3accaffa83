import { type ComponentType } from 'react';
import { lazyPart } from './lazy-part';
import { loadPart } from './load-part';
import type { PartKind } from './part-failure';

/**
 * A lazy component that is also prerendered. Call `load` before hydration so that it renders synchronously: React would
 * discard the prerendered markup of a page whose hydration suspended, and lose clicks on a part that is not hydrated yet.
 */
export function prerenderable<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  kind?: PartKind,
) {
  const Lazy = lazyPart(load, kind);
  let Loaded: ComponentType<Props> | null = null;
  function Page(props: Props) {
    return Loaded ? <Loaded {...props} /> : <Lazy {...props} />;
  }
  return Object.assign(Page, {
    load: async () => {
      Loaded = (await loadPart(load)).default;
    },
  });
}
