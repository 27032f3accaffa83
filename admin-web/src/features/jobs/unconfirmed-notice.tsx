import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { toast } from '@luit/ui/toaster';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ReasonedDialog } from '../../components/reasoned-dialog';
import { IfPermitted } from '../../components/if-permitted';
import { errorMessage } from '../../lib/admin-error';
import { formatClock, formatNumber } from '../../lib/format';
import { useServices } from '../../lib/services';
import { Elapsed } from '../../components/elapsed';
import type { JobView } from '../live-operations/jobs-queries';

const ANSWERS: Record<string, string> = {
  not_found: 'It doesn’t list the task yet.',
  not_searchable: 'It has no search. Only its callback can confirm the task.',
};

/** What is known about an unconfirmed submission, and what an operator can do about it. */
export function UnconfirmedNotice({ view: { job, unconfirmed, cancelRequested } }: { view: JobView }) {
  const { client } = useServices();
  const cache = useQueryClient();
  const [isDeclaring, setDeclaring] = useState(false);
  const refresh = () => cache.invalidateQueries({ queryKey: ['job', job.id] });
  const search = useMutation({
    mutationFn: () => client.send('POST', `/api/admin/jobs/${job.id}/search`, {}),
    onSuccess: () => toast.success(`Asking ${job.provider}`),
    onSettled: refresh,
  });
  if (!unconfirmed) return null;
  const { since, endsAt, lastAnswer } = unconfirmed;
  return (
    <section
      aria-label="Unconfirmed submission"
      className="mb-4 grid gap-3 rounded-card border border-danger/50 bg-danger-wash p-4 text-sm"
    >
      <div className="grid gap-1">
        <p className="font-semibold text-danger">
          It is unknown whether {job.provider} accepted this job. Unconfirmed for <Elapsed since={since} />.
        </p>
        <p>
          {lastAnswer
            ? `Latest answer of ${job.provider}, since ${formatClock(lastAnswer.at)}: ${ANSWERS[lastAnswer.answer] ?? `${lastAnswer.answer}.`}`
            : `Luit has not asked ${job.provider} yet.`}
        </p>
        <p>
          {`If it is not confirmed, the ${formatNumber(job.cost_credits)} credits are returned shortly after ${formatClock(endsAt)}.${
            cancelRequested
              ? ' A cancellation was requested and takes effect then, or as soon as the provider confirms it.'
              : ''
          }`}
        </p>
      </div>
      {search.isError && <Alert tone="danger">{errorMessage(search.error)}</Alert>}
      <div className="flex flex-wrap gap-2">
        <IfPermitted permission="jobs.change">
          <Button size="sm" busy={search.isPending} onClick={() => search.mutate()}>
            {`Ask ${job.provider} now`}
          </Button>
        </IfPermitted>
        <IfPermitted permission="jobs.refund">
          <Button tone="danger" size="sm" onClick={() => setDeclaring(true)}>
            Declare lost…
          </Button>
        </IfPermitted>
      </div>
      {isDeclaring && (
        <DeclareLostDialog view={{ job, cancelRequested }} onClose={() => setDeclaring(false)} onDone={refresh} />
      )}
    </section>
  );
}

interface DeclareLostDialogProps {
  view: Pick<JobView, 'job' | 'cancelRequested'>;
  onClose: () => void;
  onDone: () => Promise<void>;
}

function DeclareLostDialog({ view: { job, cancelRequested }, onClose, onDone }: DeclareLostDialogProps) {
  const { client } = useServices();
  const confirm = async (reason: string) => {
    await client.send('POST', `/api/admin/jobs/${job.id}/declare-lost`, { reason });
    toast.success(`${formatNumber(job.cost_credits)} credits are being returned`);
    await onDone();
  };
  return (
    <ReasonedDialog
      onClose={onClose}
      title="Declare this job lost?"
      description={
        cancelRequested
          ? `The job ends as canceled and ${formatNumber(job.cost_credits)} credits are returned immediately. If a task shows up later, Luit cancels it.`
          : `The job ends as failed and ${formatNumber(job.cost_credits)} credits are returned immediately. If an output arrives later, the owner gets it for free; a second task is canceled.`
      }
      confirmLabel="Declare lost"
      isDangerous
      onConfirm={confirm}
    />
  );
}
