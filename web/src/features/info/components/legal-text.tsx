import { t } from '@lingui/core/macro';
import { Alert } from '@luit/ui/alert';
import { currentLanguage } from '../../../lib/language';
import { PageHead } from '../../../lib/page-head';
import { LAST_UPDATED, SUPPORT_ADDRESS } from '../../../lib/company';
import type { LegalDocument } from '../content/legal-document';

/** A legal document, in English, with numbered sections and a table of contents. */
export function LegalText({ document }: { document: LegalDocument }) {
  const language = currentLanguage();
  return (
    <article lang="en" className="page grid gap-x-16 gap-y-10 py-14 sm:py-20 lg:grid-cols-[16rem_minmax(0,1fr)]">
      <PageHead path={document.path} title={`${document.title} · Luit`} />
      <header className="lg:col-start-2">
        <h1 className="text-display heading">{document.title}</h1>
        <p className="mt-4 max-w-[34em] text-lg text-muted">{document.lead}</p>
        <p className="mt-4 inline-block border-t-2 border-accent pt-2 text-sm text-muted">{LAST_UPDATED}</p>
        {document.version && <p className="mt-2 text-sm text-muted">Version {document.version}</p>}
        {language !== 'en' && (
          <div lang={language} className="mt-6 max-w-[37.25em]">
            <Alert>{t`This document is available only in English.`}</Alert>
          </div>
        )}
      </header>
      <nav aria-label="Contents" className="hidden lg:col-start-1 lg:row-span-2 lg:row-start-1 lg:block print:hidden">
        <ol className="sticky top-28 grid max-h-[calc(100dvh-9rem)] gap-2 overflow-y-auto border-l-2 border-line pl-4 text-sm">
          {document.sections.map((section, index) => (
            <li key={section.title}>
              <a
                href={`#section-${index + 1}`}
                className="text-muted underline-offset-4 hover:text-ink hover:underline"
              >
                {index + 1}. {section.title}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <div className="grid max-w-[37.25em] gap-10 lg:col-start-2">
        {document.sections.map((section, index) => (
          <section key={section.title} id={`section-${index + 1}`}>
            <h2 className="text-title heading">
              {index + 1}. {section.title}
            </h2>
            <div className="mt-3 grid gap-3.5 print:break-inside-avoid-page">
              {section.body.map((block) =>
                typeof block === 'string' ? (
                  <p key={block}>{block}</p>
                ) : (
                  <ul key={block[0]} className="grid list-disc gap-1.5 pl-5 marker:text-accent-text">
                    {block.map((item) => (
                      <li key={item}>{item}</li>
                    ))}
                  </ul>
                ),
              )}
            </div>
          </section>
        ))}
        <p className="border-t border-line pt-6 text-muted">
          Questions? Email us at{' '}
          <a href={`mailto:${SUPPORT_ADDRESS}`} className="font-semibold text-info underline underline-offset-4">
            {SUPPORT_ADDRESS}
          </a>
          . Complaints? Write to our{' '}
          <a href="/grievance" className="font-semibold text-info underline underline-offset-4">
            grievance officer
          </a>
          .
        </p>
      </div>
    </article>
  );
}
