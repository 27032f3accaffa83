import { TAKEDOWN_KIND_NAMES } from '@luit/contracts/auth/takedown-kinds';
import type { Takedown } from '@luit/contracts/generation/takedowns';
import { Button } from '@luit/ui/button';
import { Card } from '@luit/ui/card';
import { useState } from 'react';
import { IfPermitted } from '../../components/if-permitted';
import { ReasonedFile } from '../../components/reasoned-file';
import { formatTime } from '../../lib/format';
import type { JobView } from '../live-operations/jobs-queries';
import { LiftTakedownDialog, returnedText, TakedownDialog } from './takedown-dialog';

/** Takedowns of a finished job, and the actions on them. */
export function Takedowns({ view: { job, takedowns, takedownCredits } }: { view: JobView }) {
  const [dialog, setDialog] = useState<'take_down' | 'lift' | null>(null);
  const close = () => setDialog(null);
  if (job.completed_at === null) return null;
  const isTakenDown = takedowns.some(({ liftedAt }) => liftedAt === null);
  return (
    <Card className="grid min-w-0 gap-3 p-5 text-sm">
      <h2 className="text-label text-muted eyebrow">Takedown</h2>
      {takedowns.map((takedown) => (
        <TakedownEntry key={takedown.id} takedown={takedown} />
      ))}
      {isTakenDown && (
        <IfPermitted permission="takedowns.view">
          <ReasonedFile path={`/api/admin/jobs/${job.id}/takedown/file`} label="Output that was taken down" />
        </IfPermitted>
      )}
      {isTakenDown ? (
        <IfPermitted permission="takedowns.lift">
          <Button size="sm" className="justify-self-start" onClick={() => setDialog('lift')}>
            Lift takedown…
          </Button>
        </IfPermitted>
      ) : (
        <IfPermitted permission="takedowns.take_down">
          <Button size="sm" tone="danger" className="justify-self-start" onClick={() => setDialog('take_down')}>
            Take down…
          </Button>
        </IfPermitted>
      )}
      {dialog === 'take_down' && <TakedownDialog jobId={job.id} credits={takedownCredits} onClose={close} />}
      {dialog === 'lift' && <LiftTakedownDialog jobId={job.id} onClose={close} />}
    </Card>
  );
}

function TakedownEntry({ takedown }: { takedown: Takedown }) {
  const { kind, reason, takenDownAt, returnedCredits, liftedAt, liftReason } = takedown;
  return (
    <div className="grid gap-1">
      <p className={liftedAt === null ? 'font-semibold text-danger' : undefined}>
        Taken down {formatTime(takenDownAt)}: {TAKEDOWN_KIND_NAMES[kind]}
      </p>
      <p className="break-words">{reason}</p>
      {returnedCredits > 0 && <p>{returnedText(returnedCredits)}</p>}
      {liftedAt !== null && (
        <p className="break-words text-muted">
          Lifted {formatTime(liftedAt)}: {liftReason}
        </p>
      )}
    </div>
  );
}
