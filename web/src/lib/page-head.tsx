import { useEffect } from 'react';
import { PUBLIC_PAGES, type PublicPath } from './public-pages';

/** Sets the title, description and canonical URL of a public page on client-side navigation. */
export function PageHead({ path }: { path: PublicPath }) {
  const { title, description } = PUBLIC_PAGES[path];
  useEffect(() => {
    const url = `${window.location.origin}${path}`;
    for (const name of ['description', 'og:description'])
      setAttribute(`meta[name="${name}"],meta[property="${name}"]`, 'content', description);
    setAttribute('meta[property="og:title"]', 'content', title);
    setAttribute('meta[property="og:url"]', 'content', url);
    setAttribute('link[rel="canonical"]', 'href', url);
  }, [path, title, description]);
  return <title>{title}</title>;
}

function setAttribute(selector: string, attribute: string, value: string): void {
  document.head.querySelector(selector)?.setAttribute(attribute, value);
}
