import { useEffect } from 'react';
import { PUBLIC_PAGES, type PublicPath } from './public-pages';

/** Title, description and address of a public page, also for who comes to it from another page of the app. */
export function PageHead({ path }: { path: PublicPath }) {
  const { title, description } = PUBLIC_PAGES[path];
  useEffect(() => {
    const address = `${window.location.origin}${path}`;
    for (const name of ['description', 'og:description'])
      change(`meta[name="${name}"],meta[property="${name}"]`, 'content', description);
    change('meta[property="og:title"]', 'content', title);
    change('meta[property="og:url"]', 'content', address);
    change('link[rel="canonical"]', 'href', address);
  }, [path, title, description]);
  return <title>{title}</title>;
}

function change(selector: string, attribute: string, value: string): void {
  document.head.querySelector(selector)?.setAttribute(attribute, value);
}
