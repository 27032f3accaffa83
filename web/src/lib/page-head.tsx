import { useEffect } from 'react';
import { currentLanguage } from './language';
import { logFailure } from './log';
import type { PublicPath } from './public-pages';

interface PageHeadProps {
  path: PublicPath;
  /** In the language of the page. */
  title: string;
}

/** Sets the title, description and canonical URL of a public page on client-side navigation. */
export function PageHead({ path, title }: PageHeadProps) {
  useEffect(() => {
    const language = currentLanguage();
    const url = `${window.location.origin}${path}${language === 'en' ? '' : `?lang=${language}`}`;
    // The document of the page that was opened has all of this already, so a first visit does not load the descriptions.
    if (document.head.querySelector('link[rel="canonical"]')?.getAttribute('href') === url) return;
    let isShown = true;
    const describe = async () => {
      const { PUBLIC_PAGES } = await import('./public-pages');
      if (!isShown) return;
      for (const name of ['description', 'og:description'])
        setAttribute(`meta[name="${name}"],meta[property="${name}"]`, 'content', PUBLIC_PAGES[path].description);
      setAttribute('meta[property="og:title"]', 'content', title);
      setAttribute('meta[property="og:url"]', 'content', url);
      setAttribute('link[rel="canonical"]', 'href', url);
    };
    describe().catch((cause: unknown) => logFailure('Loading the description of the page failed', cause));
    return () => {
      isShown = false;
    };
  }, [path, title]);
  return <title>{title}</title>;
}

function setAttribute(selector: string, attribute: string, value: string): void {
  document.head.querySelector(selector)?.setAttribute(attribute, value);
}
