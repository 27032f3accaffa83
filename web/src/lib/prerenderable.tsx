import { type ComponentType } from 'react';
import { lazyPart } from './lazy-part';
import { loadPart } from './load-part';

/**
 * A lazy component that is also prerendered. Call `load` before hydration so that it renders synchronously: React would
 * discard the prerendered markup if hydration suspended.
 */
export function prerenderable<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const Lazy = lazyPart(load);
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
