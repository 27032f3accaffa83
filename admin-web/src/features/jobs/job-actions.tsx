import type { Approval } from '@luit/contracts/billing/approvals';
import type { ActionResult } from '@luit/contracts/operations/job-actions';
import type { JobAction } from '@luit/contracts/operations/jobs';
import { Button } from '@luit/ui/button';
import { useQueryClient } from '@tanstack/react-query';
import { CircleX, RotateCcw, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { toast } from '@luit/ui/toaster';
import { ReasonedDialog } from '../../components/reasoned-dialog';
import { useCan } from '../../lib/operator';
import { formatNumber } from '../../lib/format';
import { useServices } from '../../lib/services';
import { waitingText } from '../approvals/approval-words';
import type { JobView } from '../live-operations/jobs-queries';

type ActionAnswer = ActionResult & { approval?: Approval | null };

const ACTIONS = {
  retry: { label: 'Retry', Icon: RotateCcw, text: 'The job runs again at no cost to its owner.', done: 'Job retried' },
  cancel: {
    label: 'Cancel job',
    Icon: CircleX,
    text: 'Credits are returned; for a running job, once the provider confirms.',
    done: 'Cancellation requested',
  },
  refund: {
    label: 'Refund',
    Icon: Undo2,
    text: 'Credits are returned to their original source.',
    done: 'Job refunded',
  },
} as const;

/** The actions that this job currently allows. */
export function JobActions({ view }: { view: JobView }) {
  const { client } = useServices();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const [pending, setPending] = useState<JobAction | null>(null);
  const may = { cancel: useCan('jobs.change'), refund: useCan('jobs.refund'), retry: useCan('jobs.retry') };
  const { id, cost_credits } = view.job;

  async function act(reason: string) {
    if (!pending) return;
    const path = `/api/admin/jobs/${id}/${pending}`;
    const { created, approval } = await client.send<ActionAnswer>('POST', path, reason ? { reason } : {}, {});
    toast.success(approval ? waitingText(approval) : ACTIONS[pending].done);
    await cache.invalidateQueries({ queryKey: ['job', id] });
    if (created[0]) await navigate(`/jobs/${created[0]}`);
  }

  return (
    <>
      {(Object.keys(ACTIONS) as JobAction[])
        .filter((action) => view.may[action] && may[action])
        .map((action) => {
          const { label, Icon } = ACTIONS[action];
          return (
            <Button
              key={action}
              tone={action === 'retry' ? 'primary' : 'danger'}
              size="sm"
              icon={<Icon className="size-4" aria-hidden />}
              onClick={() => setPending(action)}
            >
              {label}
            </Button>
          );
        })}
      {pending && (
        <ReasonedDialog
          onClose={() => setPending(null)}
          title={`${ACTIONS[pending].label}?`}
          description={`${ACTIONS[pending].text} Credits affected: ${formatNumber(cost_credits)}.`}
          confirmLabel={ACTIONS[pending].label}
          dismissLabel={pending === 'cancel' ? 'Keep job' : undefined}
          isDangerous={pending !== 'retry'}
          asksReason={pending !== 'cancel'}
          onConfirm={act}
        />
      )}
    </>
  );
}
