import { plural, t } from '@lingui/core/macro';
import { DEFAULT_REPORT_LIMIT_HOURS } from '@luit/contracts/auth/content-report-limits';
import type { TakedownKind } from '@luit/contracts/auth/takedown-kinds';
import { buttonClass } from '@luit/ui/button';
import { Card } from '@luit/ui/card';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { GRIEVANCE_OFFICER, SUPPORT_ADDRESS } from '../../../lib/company';
import { PageHead } from '../../../lib/page-head';
import { REPORT_KINDS } from '../../../shared/reports/report-kinds';

const DAY_HOURS = 24;

/** A span of time, for example “3 hours” or “7 days”. */
function limitText(hours: number): string {
  const days = hours / DAY_HOURS;
  if (!Number.isInteger(days)) return plural(hours, { one: `${hours} hour`, other: `${hours} hours` });
  return plural(days, { one: `${days} day`, other: `${days} days` });
}
/** Who handles complaints, how to file one, and how long an answer takes. */
export default function GrievancePage() {
  return (
    <div className="page max-w-5xl py-14 sm:py-20">
      <PageHead path="/grievance" title={t`Grievance officer · Luit`} />
      <h1 className="text-display heading">{t`Grievance officer`}</h1>
      <p className="mt-5 max-w-[31.75em] text-lg text-muted">{t`Complain about a video, a photo, your personal data or our service. A person reads it and answers.`}</p>
      <div className="mt-8 flex flex-wrap gap-3">
        <Link to="/report" className={buttonClass('accent', 'lg')}>
          {t`Report or complain`}
        </Link>
        <Link to="/report#check" className={buttonClass('secondary', 'lg')}>
          {t`See the status of a report`}
        </Link>
      </div>
      <div className="mt-12 grid items-start gap-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,20rem)]">
        <div className="grid gap-10">
          <Part id="times" title={t`How long it takes`}>
            <p>{t`You get a report number right away, and can use it to see our decision. From then on, we decide within:`}</p>
            <dl className="mt-4 border-t border-line">
              {(Object.keys(REPORT_KINDS) as TakedownKind[]).map((kind) => (
                <div key={kind} className="flex items-baseline justify-between gap-6 border-b border-line py-3">
                  <dt>{REPORT_KINDS[kind]()}</dt>
                  <dd className="text-right font-semibold whitespace-nowrap">
                    {limitText(DEFAULT_REPORT_LIMIT_HOURS[kind])}
                  </dd>
                </div>
              ))}
            </dl>
          </Part>
          <Part id="appeal" title={t`If you disagree`}>
            <p>{t`Write to the grievance officer and include your report number. Another review is free.`}</p>
            <p className="mt-3">{t`You may also approach the Grievance Appellate Committee, the Data Protection Board of India (about your personal data), or the National Consumer Helpline (1915).`}</p>
          </Part>
        </div>
        <Card as="section" aria-labelledby="officer" className="grid gap-3 p-5 sm:p-8">
          <h2 id="officer" className="text-title heading">
            {t`Contact`}
          </h2>
          {GRIEVANCE_OFFICER.name && <p className="font-semibold">{GRIEVANCE_OFFICER.name}</p>}
          <a
            href={`mailto:${SUPPORT_ADDRESS}`}
            className="font-semibold break-words text-info underline underline-offset-4"
          >
            {SUPPORT_ADDRESS}
          </a>
          <address className="text-muted not-italic">{GRIEVANCE_OFFICER.address}</address>
        </Card>
      </div>
    </div>
  );
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-title heading">
        {title}
      </h2>
      <div className="mt-4">{children}</div>
    </section>
  );
}
