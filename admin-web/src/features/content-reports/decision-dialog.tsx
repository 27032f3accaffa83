import type { ContentReport, ReportDecision } from '@luit/contracts/auth/content-reports';
import { mayReturnCredits } from '@luit/contracts/auth/takedown-kinds';
import { Input } from '@luit/ui/input';
import { toast } from '@luit/ui/toaster';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ReasonedDialog } from '../../components/reasoned-dialog';
import { useServices } from '../../lib/services';
import { takedownSettingsQuery } from '../settings/takedown-settings-query';
import { CONTENT_REPORTS_PATH } from './content-reports-path';

interface DecisionDialogProps {
  report: ContentReport;
  decision: ReportDecision;
  onClose: () => void;
}

const TEXTS: Record<ReportDecision, { title: string; label: string; text: string }> = {
  taken_down: {
    title: 'Take the reported output down?',
    label: 'Take down',
    text: 'Its files are hidden from everyone within a second. The owner and the reporter read the reason.',
  },
  rejected: { title: 'Reject this report?', label: 'Reject', text: 'The reporter reads the reason.' },
  answered: {
    title: 'Answer this report?',
    label: 'Answer',
    text: 'For grievances that need no takedown. The reporter reads the answer.',
  },
};

/** Asks for the reason of a decision, and for the job if the report does not name it. */
export function DecisionDialog({ report, decision, onClose }: DecisionDialogProps) {
  const { client } = useServices();
  const cache = useQueryClient();
  const [jobId, setJobId] = useState(report.requestId ?? '');
  const { title, label, text } = TEXTS[decision];
  const isTakedown = decision === 'taken_down';
  const decide = async (answer: string) => {
    const target = isTakedown ? { kind: report.kind, requestId: jobId.trim() } : {};
    await client.send('POST', `${CONTENT_REPORTS_PATH}/${report.id}/decision`, { decision, answer, ...target });
    toast.success(`Report ${report.number} decided`);
    await cache.invalidateQueries({ queryKey: [CONTENT_REPORTS_PATH] });
  };
  return (
    <ReasonedDialog
      onClose={onClose}
      title={title}
      description={text}
      confirmLabel={label}
      isDangerous={isTakedown}
      isDisabled={isTakedown && jobId.trim() === ''}
      onConfirm={decide}
    >
      {isTakedown && (
        <>
          <Input label="Job ID" required value={jobId} onChange={(event) => setJobId(event.target.value)} />
          <TakedownCredits kind={report.kind} />
        </>
      )}
    </ReasonedDialog>
  );
}

/** What happens to the credits of the job, by the setting. */
function TakedownCredits({ kind }: Pick<ContentReport, 'kind'>) {
  const { client } = useServices();
  const { data } = useQuery(takedownSettingsQuery(client));
  if (!data) return null;
  return (
    <p className="text-left text-sm">
      {data.returnsCredits && mayReturnCredits(kind)
        ? 'The credits that its owner paid for the job are returned, unless they already were.'
        : 'Credits stay as they are.'}
    </p>
  );
}
