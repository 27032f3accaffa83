import type { QueueOverview } from '@luit/contracts/operations/job-metrics';
import { Badge } from '@luit/ui/badge';
import { Button, buttonClass } from '@luit/ui/button';
import { useMutation } from '@tanstack/react-query';
import { ExternalLink, Pause, Play } from 'lucide-react';
import { useState } from 'react';
import { ReasonedDialog } from '../../components/reasoned-dialog';
import { IfPermitted } from '../../components/if-permitted';
import { errorMessage } from '../../lib/admin-error';
import { useServices } from '../../lib/services';

/** Bull Board, read-only. */
const BULL_BOARD_URL = '/api/admin/queues/board';

/** The job queues, each with a button to pause or resume it. */
export function QueueList({ queues }: { queues: QueueOverview[] }) {
  const { client } = useServices();
  const [pausing, setPausing] = useState<string | null>(null);
  const apply = (name: string, action: 'pause' | 'resume', body = {}) =>
    client.send('POST', `/api/admin/queues/${name}/${action}`, body);
  const resume = useMutation({ mutationFn: (name: string) => apply(name, 'resume') });
  return (
    <>
      <ul className="divide-y divide-line">
        {queues.map(({ name, waiting, active, delayed, isPaused }) => (
          <li key={name} className="flex items-center gap-3 px-4 py-1.5 text-sm">
            <span className="w-16 font-semibold">{name}</span>
            <span className="flex-1 text-label text-muted tabular-nums">
              {waiting} queued · {active} active · {delayed} delayed
            </span>
            {isPaused && <Badge tone="danger">Paused</Badge>}
            <IfPermitted permission="queues.pause">
              <Button
                tone="ghost"
                size="sm"
                aria-label={`${isPaused ? 'Resume' : 'Pause'} ${name}`}
                busy={resume.isPending && resume.variables === name}
                icon={isPaused ? <Play className="size-4" aria-hidden /> : <Pause className="size-4" aria-hidden />}
                onClick={() => (isPaused ? resume.mutate(name) : setPausing(name))}
              />
            </IfPermitted>
          </li>
        ))}
      </ul>
      <p className="flex flex-wrap items-center gap-3 border-t border-line px-4 py-2">
        <IfPermitted permission="queues.board">
          <a href={BULL_BOARD_URL} target="_blank" rel="noopener" className={buttonClass('secondary', 'sm')}>
            <ExternalLink className="size-4" aria-hidden />
            Open Bull Board
          </a>
        </IfPermitted>
        {resume.isError && (
          <span role="alert" className="text-sm text-danger">
            {errorMessage(resume.error)}
          </span>
        )}
      </p>
      {pausing !== null && (
        <ReasonedDialog
          onClose={() => setPausing(null)}
          title={`Pause ${pausing}?`}
          description="Workers take no more jobs from this queue until you resume it. Active jobs continue."
          confirmLabel="Pause queue"
          isDangerous
          onConfirm={(reason) => apply(pausing, 'pause', { reason })}
        />
      )}
    </>
  );
}
