import type { QueueOverview } from '@luit/contracts/operations/job-metrics';
import { Badge } from '@luit/ui/badge';
import { Button, buttonClass } from '@luit/ui/button';
import { useMutation } from '@tanstack/react-query';
import { ExternalLink, Pause, Play } from 'lucide-react';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { errorMessage } from '../../lib/admin-error';
import { useServices } from '../../lib/services';

/** Bull Board, to be looked at only. */
const BOARD = '/api/admin/queues/board';

/** The queues of jobs; each can be stopped and let go on. */
export function QueueList({ queues }: { queues: QueueOverview[] }) {
  const { client } = useServices();
  const [pausing, setPausing] = useState<string | null>(null);
  const set = (name: string, what: 'pause' | 'resume') => client.send('POST', `/api/admin/queues/${name}/${what}`);
  const resume = useMutation({ mutationFn: (name: string) => set(name, 'resume') });
  return (
    <>
      <ul className="divide-y divide-line">
        {queues.map(({ name, waiting, active, delayed, isPaused }) => (
          <li key={name} className="flex items-center gap-3 px-4 py-1.5 text-sm">
            <span className="w-16 font-semibold">{name}</span>
            <span className="flex-1 text-label text-muted tabular-nums">
              {waiting} due · {active} at work · {delayed} later
            </span>
            {isPaused && <Badge tone="danger">paused</Badge>}
            <Button
              tone="ghost"
              size="sm"
              aria-label={`${isPaused ? 'Resume' : 'Pause'} ${name}`}
              busy={resume.isPending && resume.variables === name}
              icon={isPaused ? <Play className="size-4" aria-hidden /> : <Pause className="size-4" aria-hidden />}
              onClick={() => (isPaused ? resume.mutate(name) : setPausing(name))}
            />
          </li>
        ))}
      </ul>
      <p className="flex flex-wrap items-center gap-3 border-t border-line px-4 py-2">
        <a href={BOARD} target="_blank" rel="noopener" className={buttonClass('secondary', 'sm')}>
          <ExternalLink className="size-4" aria-hidden />
          Open Raw Queues
        </a>
        {resume.isError && (
          <span role="alert" className="text-sm text-danger">
            {errorMessage(resume.error)}
          </span>
        )}
      </p>
      <ConfirmDialog
        isOpen={pausing !== null}
        onClose={() => setPausing(null)}
        title={`Pause ${pausing ?? ''}?`}
        description="Nothing more leaves the queue until it is resumed. What is at work goes on."
        confirmLabel="Pause Queue"
        isDangerous
        onConfirm={() => set(pausing ?? '', 'pause')}
      />
    </>
  );
}
