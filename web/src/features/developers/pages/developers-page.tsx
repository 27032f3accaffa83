import { t } from '@lingui/core/macro';
import { buttonClass } from '@luit/ui/button';
import { Link } from 'react-router-dom';
import { version } from 'virtual:developer-docs';
import { PageHead } from '../../../lib/page-head';
import { GuideBlock } from '../components/guide-block';
import { Prose } from '../../../shared/code/prose';
import { guide } from '../guide';

/** How programs use Luit: a guide with examples, and a reference of all routes. */
export default function DevelopersPage() {
  const sections = guide(version);
  return (
    <article className="page grid grid-cols-[minmax(0,1fr)] gap-x-16 gap-y-10 py-14 sm:py-20 lg:grid-cols-[14rem_minmax(0,1fr)]">
      <PageHead path="/developers" title={t`Developers · Luit`} />
      <header className="lg:col-start-2">
        <h1 className="text-page heading">{t`Luit for your own programs`}</h1>
        <p className="mt-4 max-w-[34em] text-lg text-muted">
          <Prose>
            {t({
              message:
                'Make videos and restore photos with an API key whose budget can’t be exceeded. `/v1/videos` has the shape of the Videos API, which servers of video models share, so clients such as `openai` work with a different base URL.',
            })}
          </Prose>
        </p>
        <div className="mt-6 flex flex-wrap gap-3 print:hidden">
          <Link to="/settings/api" className={buttonClass()}>
            {t`Create an API key`}
          </Link>
          <a href="/v1/openapi.json" className={buttonClass('secondary')}>
            {t`OpenAPI document`}
          </a>
        </div>
      </header>
      <nav aria-label={t`Contents`} className="lg:col-start-1 lg:row-span-2 lg:row-start-1 print:hidden">
        <ul className="grid grid-cols-2 gap-x-4 gap-y-1 border-l-2 border-line pl-4 text-sm lg:sticky lg:top-28 lg:max-h-[calc(100dvh-9rem)] lg:grid-cols-1 lg:gap-y-2 lg:overflow-y-auto">
          {sections.map(({ id, title }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className="block text-muted underline-offset-4 hover:text-ink hover:underline max-lg:py-1"
              >
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="grid max-w-[44rem] min-w-0 grid-cols-[minmax(0,1fr)] gap-14 lg:col-start-2">
        {sections.map(({ id, title, blocks }) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`} className="min-w-0 scroll-mt-28">
            <h2 id={`${id}-title`} className="text-title heading">
              {title}
            </h2>
            <div className="mt-4 grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
              {blocks.map((block, index) => (
                <GuideBlock key={index} block={block} />
              ))}
            </div>
          </section>
        ))}
      </div>
    </article>
  );
}
