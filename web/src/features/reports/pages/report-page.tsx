import { t } from '@lingui/core/macro';
import type { ReportReceipt } from '@luit/contracts/auth/content-reports';
import { Button } from '@luit/ui/button';
import { Card } from '@luit/ui/card';
import { Input } from '@luit/ui/input';
import { useQueryClient } from '@tanstack/react-query';
import type { SubmitEvent } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { PageHead } from '../../../lib/page-head';
import { useServices } from '../../../lib/services';
import { receiptQuery } from '../api';
import { Receipt } from '../components/receipt';
import { ReportForm } from '../components/report-form';

/** `?about=` fills in what is reported, and `?number=` shows the state of a report. */
export default function ReportPage() {
  const { api } = useServices();
  const cache = useQueryClient();
  const [params, setParams] = useSearchParams();
  const number = params.get('number');
  const showReceipt = (receipt: ReportReceipt) => {
    cache.setQueryData(receiptQuery(api, receipt.number).queryKey, receipt);
    setParams({ number: receipt.number });
  };
  return (
    <div className="page max-w-5xl py-14 sm:py-20">
      <PageHead path="/report" title={t`Report a video or photo · Luit`} />
      <h1 className="text-display heading">{number ? t`Your report` : t`Report a video or photo`}</h1>
      {!number && (
        <p className="mt-5 max-w-[31.75em] text-lg text-muted">{t`Is something made with Luit unlawful, harmful or about you? Tell us. You’ll get a report number right away, and the time by which a person will decide.`}</p>
      )}
      <div className="mt-12 grid items-start gap-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,20rem)]">
        <Card as="section" className="p-5 sm:p-8" aria-label={t`Report a video or photo`}>
          {number ? (
            <Receipt number={number} />
          ) : (
            <ReportForm target={params.get('about') ?? ''} onSent={showReceipt} />
          )}
        </Card>
        <aside className="grid gap-6">
          {number && (
            <Button tone="secondary" onClick={() => setParams({})}>
              {t`Report something else`}
            </Button>
          )}
          <NumberForm onNumber={(written) => setParams({ number: written })} />
          <Link to="/grievance" className="font-semibold text-info underline underline-offset-4">
            {t`Grievance officer and times`}
          </Link>
        </aside>
      </div>
    </div>
  );
}

function NumberForm({ onNumber }: { onNumber: (number: string) => void }) {
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    onNumber((new FormData(event.currentTarget).get('number') as string).trim().toUpperCase());
  };
  return (
    <section aria-labelledby="check">
      <h2 id="check" className="text-title heading">
        {t`Have you reported something?`}
      </h2>
      <form onSubmit={submit} className="mt-4 grid gap-4">
        <Input
          label={t`Report number`}
          name="number"
          required
          maxLength={40}
          autoComplete="off"
          placeholder="XXXX-XXXX-XXXX-XXXX"
        />
        <Button type="submit" tone="secondary" className="justify-self-start">
          {t`See its status`}
        </Button>
      </form>
    </section>
  );
}
