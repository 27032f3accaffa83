import { lazy, type ComponentType } from 'react';

/**
 * A lazy component that is also prerendered. Call `load` before hydration so that it renders synchronously: React would
 * discard the prerendered markup if hydration suspended.
 */
export function prerenderable<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const Lazy = lazy(load) as unknown as ComponentType<Props>;
  let Loaded: ComponentType<Props> | null = null;
  function Page(props: Props) {
    return Loaded ? <Loaded {...props} /> : <Lazy {...props} />;
  }
  return Object.assign(Page, {
    load: async () => {
      Loaded = (await load()).default;
    },
  });
}
