import type { ActionResult } from '@luit/contracts/operations/job-actions';
import type { JobAction } from '@luit/contracts/operations/jobs';
import { Button } from '@luit/ui/button';
import { useQueryClient } from '@tanstack/react-query';
import { CircleX, RotateCcw, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { toast } from '@luit/ui/toaster';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { useServices } from '../../lib/services';
import type { JobView } from './jobs-queries';

const ACTIONS = {
  retry: { label: 'Retry', Icon: RotateCcw, text: 'It runs anew for its owner, on the house.', done: 'It runs again' },
  cancel: {
    label: 'Cancel Job',
    Icon: CircleX,
    text: 'Its credits come back; at its provider once that confirms.',
    done: 'Cancel requested',
  },
  refund: { label: 'Refund', Icon: Undo2, text: 'Its credits go back to where they came from.', done: 'Refunded' },
} as const;

/** What may be done to this job now. */
export function JobActions({ view }: { view: JobView }) {
  const { client } = useServices();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const [asked, setAsked] = useState<{ action: JobAction; key: string } | null>(null);
  const { id, cost_credits } = view.job;

  async function act() {
    if (!asked) return;
    const { action, key } = asked;
    const { created } = await client.send<ActionResult>('POST', `/api/admin/jobs/${id}/${action}`, {}, key);
    toast.success(ACTIONS[action].done);
    await cache.invalidateQueries({ queryKey: ['job', id] });
    if (created[0]) await navigate(`/jobs/${created[0]}`);
  }

  return (
    <>
      {(Object.keys(ACTIONS) as JobAction[])
        .filter((action) => view.may[action])
        .map((action) => {
          const { label, Icon } = ACTIONS[action];
          return (
            <Button
              key={action}
              tone={action === 'retry' ? 'primary' : 'danger'}
              size="sm"
              icon={<Icon className="size-4" aria-hidden />}
              onClick={() => setAsked({ action, key: crypto.randomUUID() })}
            >
              {label}
            </Button>
          );
        })}
      {asked && (
        <ConfirmDialog
          isOpen
          onClose={() => setAsked(null)}
          title={`${ACTIONS[asked.action].label}?`}
          description={`${ACTIONS[asked.action].text} This is about ${cost_credits} credits.`}
          confirmLabel={ACTIONS[asked.action].label}
          isDangerous={asked.action !== 'retry'}
          onConfirm={act}
        />
      )}
    </>
  );
}
