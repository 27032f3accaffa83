import { TAKEDOWN_KIND_NAMES, TAKEDOWN_KINDS, type TakedownKind } from '@luit/contracts/generation/takedown-kinds';
import { Select } from '@luit/ui/select';
import { toast } from '@luit/ui/toaster';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ReasonedDialog } from '../../components/reasoned-dialog';
import { useServices } from '../../lib/services';

interface TakedownDialogProps {
  jobId: string;
  onClose: () => void;
}

/** Asks why an output is taken down. */
export function TakedownDialog({ jobId, onClose }: TakedownDialogProps) {
  const { client } = useServices();
  const cache = useQueryClient();
  const [kind, setKind] = useState<TakedownKind | ''>('');
  const takeDown = async (reason: string) => {
    await client.send('POST', `/api/admin/jobs/${jobId}/takedown`, { kind, reason });
    toast.success('Output taken down');
    await cache.invalidateQueries({ queryKey: ['job', jobId] });
  };
  return (
    <ReasonedDialog
      onClose={onClose}
      title="Take this output down?"
      description="Its files are hidden from everyone within a second: the owner, share links, downloads and the API. The owner reads the kind and the reason, also in an email. Credits stay as they are."
      confirmLabel="Take down"
      isDangerous
      isDisabled={kind === ''}
      onConfirm={takeDown}
    >
      <Select label="Kind" value={kind} onChange={(event) => setKind(event.target.value as TakedownKind)}>
        <option value="">Choose a kind</option>
        {TAKEDOWN_KINDS.map((one) => (
          <option key={one} value={one}>
            {TAKEDOWN_KIND_NAMES[one]}
          </option>
        ))}
      </Select>
    </ReasonedDialog>
  );
}

/** Asks why an output is shown again. */
export function LiftTakedownDialog({ jobId, onClose }: TakedownDialogProps) {
  const { client } = useServices();
  const cache = useQueryClient();
  const lift = async (reason: string) => {
    await client.send('POST', `/api/admin/jobs/${jobId}/takedown/lift`, { reason });
    toast.success('Takedown lifted');
    await cache.invalidateQueries({ queryKey: ['job', jobId] });
  };
  return (
    <ReasonedDialog
      onClose={onClose}
      title="Lift this takedown?"
      description="The files are shown again to the owner and to everyone who has a link that is still valid. The owner reads the reason in an email. If the account was deleted, the files are erased instead."
      confirmLabel="Lift takedown"
      onConfirm={lift}
    />
  );
}
