import { Button } from '@luit/ui/button';
import { Badge } from '@luit/ui/badge';
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
  const { client } = useServices();
  const cache = useQueryClient();
  const canChange = useCan('service.restrict');
  const [isOpen, setOpen] = useState(false);
  const apply = async (reason: string) => {
    const path = `/api/admin/service-status/${pause ? 'resume' : 'pause'}`;
    const status = await client.send<AdminServiceStatus>('POST', path, reason ? { reason } : {});
    cache.setQueryData(SERVICE_STATUS_KEY, status);
    toast.success(status.pause ? 'New jobs are paused' : 'New jobs are accepted again');
  };
  return (
    <Section
      title="New jobs"
      action={<Badge tone={pause ? 'danger' : 'success'}>{pause ? 'Paused' : 'Accepted'}</Badge>}
    >
      <div className="grid gap-4 p-4 text-sm">
        <p className="max-w-2xl text-muted">
          While new jobs are paused, creators cannot start videos or restorations, or order a single video. Jobs that
          were accepted run to their end. Purchases of credits, views and downloads continue.
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
            <Button tone={pause ? 'primary' : 'danger'} size="sm" onClick={() => setOpen(true)}>
              {pause ? 'Accept new jobs…' : 'Pause new jobs…'}
            </Button>
          </div>
        )}
      </div>
      {isOpen && (
        <ReasonedDialog
          onClose={() => setOpen(false)}
          title={pause ? 'Accept new jobs again?' : 'Pause new jobs?'}
          description={
            pause
              ? 'Creators can start videos and restorations again.'
              : 'Creators are told that new jobs are paused, without your reason.'
          }
          confirmLabel={pause ? 'Accept new jobs' : 'Pause new jobs'}
          isDangerous={!pause}
          asksReason={!pause}
          onConfirm={apply}
        />
      )}
    </Section>
  );
}
