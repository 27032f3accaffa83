import { t } from '@lingui/core/macro';
import type { ReportReceipt } from '@luit/contracts/auth/content-reports';
import { Alert } from '@luit/ui/alert';
import { Badge } from '@luit/ui/badge';
import { Button } from '@luit/ui/button';
import { useQuery } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { messageOf } from '../../../lib/api-error';
import { formatDateTime } from '../../../lib/format';
import { Loading } from '../../../lib/loading';
import { useServices } from '../../../lib/services';
import { REPORT_KINDS } from '../../../shared/reports/report-kinds';
import { receiptQuery } from '../api';
import type { ReportState } from '@luit/contracts/auth/content-reports';

const REPORT_STATES: Record<ReportState, () => string> = {
  open: () => t`A person will look at it`,
  taken_down: () => t`We took it down`,
  rejected: () => t`We did not take it down`,
  answered: () => t`We answered`,
};
/** The state of a report, by its number. */
export function Receipt({ number }: { number: string }) {
  const { api } = useServices();
  const { data: receipt, error, refetch } = useQuery(receiptQuery(api, number));
  if (receipt) return <Found receipt={receipt} />;
  if (receipt === null) {
    return (
      <Alert tone="info">
        {t`There is no report with this number`}
        <span className="mt-1 block font-normal">{t`Check it against the number you received. It has 16 letters and digits in groups of four.`}</span>
      </Alert>
    );
  }
  if (!error) return <Loading />;
  return (
    <Alert tone="danger">
      {t`We couldn’t load the report`}
      <span className="mt-1 block font-normal">{messageOf(error, '')}</span>
      <Button
        tone="secondary"
        size="sm"
        className="mt-3"
        icon={<RotateCw className="size-4" aria-hidden />}
        onClick={() => void refetch()}
      >
        {t`Try again`}
      </Button>
    </Alert>
  );
}

function Found({ receipt: { number, kind, state, receivedAt, dueAt, decidedAt, answer } }: { receipt: ReportReceipt }) {
  return (
    <div className="grid gap-6" role="status">
      <div className="grid justify-items-start gap-2">
        <Badge tone={state === 'open' ? 'info' : 'neutral'}>{REPORT_STATES[state]()}</Badge>
        <p className="font-mono text-title font-semibold tracking-wide break-words select-all">{number}</p>
        {state === 'open' && (
          <p className="text-sm text-muted">{t`Keep this number. With it, this page shows what we decided.`}</p>
        )}
      </div>
      <dl className="grid gap-4 sm:grid-cols-2">
        <Fact name={t({ message: 'About', context: 'what a report is about' })}>{REPORT_KINDS[kind]()}</Fact>
        <Fact name={t`Received`}>{formatDateTime(receivedAt)}</Fact>
        {decidedAt ? (
          <Fact name={t`Decided`}>{formatDateTime(decidedAt)}</Fact>
        ) : (
          <Fact name={t`We decide by`}>{formatDateTime(dueAt)}</Fact>
        )}
      </dl>
      {answer && (
        <div>
          <h3 className="text-sm text-muted">{t`Our answer`}</h3>
          <p className="mt-1 break-words whitespace-pre-wrap" dir="auto">
            {answer}
          </p>
        </div>
      )}
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="mt-0.5 font-semibold">{children}</dd>
    </div>
  );
}
