import { Alert } from '@luit/ui/alert';
import { Badge } from '@luit/ui/badge';
import { Button } from '@luit/ui/button';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from '@luit/ui/toaster';
import { ReasonedDialog } from '../../components/reasoned-dialog';
import { DescriptionList, Section } from '../../components/section';
import { Timestamp } from '../../components/timestamp';
import { useCan } from '../../lib/operator';
import { useServices } from '../../lib/services';
import { type AdminServiceStatus, SERVICE_STATUS_KEY } from './service-status-query';

/** The switch that refuses new jobs. */
export function PauseSection({ pause }: { pause: AdminServiceStatus['pause'] }) {
  const canChange = useCan('service.restrict');
  const [asked, setAsked] = useState<'pause' | 'resume' | null>(null);
  return (
    <Section
      title="New jobs"
      action={<Badge tone={pause ? 'danger' : 'success'}>{pause ? 'Paused' : 'Accepted'}</Badge>}
    >
      <div className="grid gap-4 p-4 text-sm">
        <p className="max-w-2xl text-muted">
          While new jobs are paused, creators cannot start videos or restorations, or order a single video. Jobs already
          accepted run to completion. Buying credits, viewing and downloading still work.
        </p>
        {pause && (
          <div className="-mx-4 -my-2">
            <DescriptionList
              items={[
                ['Since', <Timestamp key="since" at={pause.since} />],
                ['By', pause.admin_email],
                ['Reason', pause.reason],
              ]}
            />
          </div>
        )}
        {canChange && (
          <div>
            <Button tone={pause ? 'primary' : 'danger'} size="sm" onClick={() => setAsked(pause ? 'resume' : 'pause')}>
              {pause ? 'Accept new jobs…' : 'Pause new jobs…'}
            </Button>
          </div>
        )}
      </div>
      {asked && <PauseDialog asked={asked} pause={pause} onClose={() => setAsked(null)} />}
    </Section>
  );
}

interface PauseDialogProps {
  /** The question that the operator opened. It stays if another operator changes the pause meanwhile. */
  asked: 'pause' | 'resume';
  pause: AdminServiceStatus['pause'];
  onClose: () => void;
}

function PauseDialog({ asked, pause, onClose }: PauseDialogProps) {
  const { client } = useServices();
  const cache = useQueryClient();
  const isPausing = asked === 'pause';
  const [isApplied, setApplied] = useState(false);
  const isDoneByOther = !isApplied && isPausing === (pause !== null);
  const apply = async (reason: string) => {
    const status = await client.send<AdminServiceStatus>(
      'POST',
      `/api/admin/service-status/${asked}`,
      reason ? { reason } : {},
    );
    setApplied(true);
    cache.setQueryData(SERVICE_STATUS_KEY, status);
    toast.success(status.pause ? 'New jobs are paused' : 'New jobs are accepted again');
  };
  return (
    <ReasonedDialog
      onClose={onClose}
      title={isPausing ? 'Pause new jobs?' : 'Accept new jobs again?'}
      description={
        isPausing
          ? 'Creators see that new jobs are paused, but not your reason.'
          : 'Creators can start videos and restorations again.'
      }
      confirmLabel={isPausing ? 'Pause new jobs' : 'Accept new jobs'}
      isDangerous={isPausing}
      isDisabled={isDoneByOther}
      asksReason={isPausing}
      onConfirm={apply}
    >
      {isDoneByOther && <Alert tone="info">{changedText(pause)}</Alert>}
    </ReasonedDialog>
  );
}

function changedText(pause: AdminServiceStatus['pause']): string {
  return pause
    ? `${pause.admin_email} paused new jobs in the meantime: ${pause.reason}`
    : 'New jobs are already accepted again.';
}
