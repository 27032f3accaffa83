import { lazy, type ComponentType } from 'react';

/**
 * A page, or a part of one, that is also prerenderable ahead. Loaded beforehand it renders at once: while the app takes over a
 * prerenderable page, React would throw the page away where it has to wait for a part of it.
 */
export function prerenderable<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const Later = lazy(load) as unknown as ComponentType<Props>;
  let Loaded: ComponentType<Props> | null = null;
  function Page(props: Props) {
    return Loaded ? <Loaded {...props} /> : <Later {...props} />;
  }
  return Object.assign(Page, {
    load: async () => {
      Loaded = (await load()).default;
    },
  });
}
