import type { Approval } from '@luit/contracts/billing/approvals';
import {
  mayReturnCredits,
  TAKEDOWN_KIND_NAMES,
  TAKEDOWN_KINDS,
  type TakedownKind,
} from '@luit/contracts/auth/takedown-kinds';
import { Select } from '@luit/ui/select';
import { toast } from '@luit/ui/toaster';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ReasonedDialog } from '../../components/reasoned-dialog';
import { formatNumber } from '../../lib/format';
import { useServices } from '../../lib/services';

interface LiftTakedownDialogProps {
  jobId: string;
  onClose: () => void;
}

interface TakedownDialogProps extends LiftTakedownDialogProps {
  /** The credits that the setting returns, unless the kind of takedown excludes it. */
  credits: number;
}

/** Asks why an output is taken down. */
export function TakedownDialog({ jobId, credits, onClose }: TakedownDialogProps) {
  const { client } = useServices();
  const cache = useQueryClient();
  const [kind, setKind] = useState<TakedownKind | ''>('');
  const takeDown = async (reason: string) => {
    const path = `/api/admin/jobs/${jobId}/takedown`;
    const { approval } = await client.send<{ approval: Approval | null }>('POST', path, { kind, reason });
    toast.success(approval ? 'Output taken down. A second operator must approve the credits' : 'Output taken down');
    await cache.invalidateQueries({ queryKey: ['job', jobId] });
  };
  return (
    <ReasonedDialog
      onClose={onClose}
      title="Take this output down?"
      description="Its files are hidden from everyone within a second, including the owner, share links, downloads and the API. The owner sees the kind and the reason, and gets them by email."
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
      <p className="text-left text-sm">{creditsText(kind, credits)}</p>
    </ReasonedDialog>
  );
}

function creditsText(kind: TakedownKind | '', credits: number): string {
  if (credits === 0 || (kind !== '' && !mayReturnCredits(kind))) return 'Credits stay as they are.';
  if (kind === '')
    return `${returnedText(credits)}, unless the kind is ${TAKEDOWN_KIND_NAMES.intimate_imagery.toLowerCase()}.`;
  return `${returnedText(credits)}, even if the takedown is lifted later.`;
}

/** In the present tense: billing returns them within seconds. */
export function returnedText(credits: number): string {
  return `${formatNumber(credits)} ${credits === 1 ? 'credit returns' : 'credits return'} to the owner`;
}

/** Asks why an output is shown again. */
export function LiftTakedownDialog({ jobId, onClose }: LiftTakedownDialogProps) {
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
