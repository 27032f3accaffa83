import type { Alert, AlertKind } from '@luit/contracts/alerts/alerts';
import { Button } from '@luit/ui/button';
import { Input } from '@luit/ui/input';
import { Select } from '@luit/ui/select';
import { toast } from '@luit/ui/toaster';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { BellOff, BellRing, UserCheck, UserMinus } from 'lucide-react';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { ReasonedDialog } from '../../components/reasoned-dialog';
import { errorMessage } from '../../lib/admin-error';
import { formatDateTime } from '../../lib/format';
import { useCan } from '../../lib/operator';
import { useServices } from '../../lib/services';

const DURATIONS = [
  { minutes: 15, label: '15 minutes' },
  { minutes: 60, label: '1 hour' },
  { minutes: 4 * 60, label: '4 hours' },
  { minutes: 12 * 60, label: '12 hours' },
  { minutes: 24 * 60, label: '1 day' },
  { minutes: 7 * 24 * 60, label: '7 days' },
];

/** Alerts about processes that gave no sign of life. */
const MISSING: AlertKind[] = ['no_worker', 'service_unavailable'];

/** Who takes care of the alert, who was told, and until when it is muted. */
export function AlertState({ alert: { acknowledged, muted, closedAt, causeId, told } }: { alert: Alert }) {
  return (
    <>
      {told.length > 0 && <p className="text-sm wrap-anywhere text-muted">{`Told: ${told.join(', ')}`}</p>}
      {causeId && told.length === 0 && (
        <p className="text-sm text-muted">No one was told, because it is an effect of another alert.</p>
      )}
      {acknowledged && (
        <p className="flex items-start gap-1.5 text-sm">
          <UserCheck className="mt-0.5 size-4 shrink-0" aria-hidden />
          <span className="min-w-0 wrap-anywhere">
            {`Acknowledged by ${acknowledged.by}, ${formatDateTime(acknowledged.at)}${acknowledged.note ? `: ${acknowledged.note}` : ''}`}
          </span>
        </p>
      )}
      {muted && !closedAt && (
        <p className="flex items-start gap-1.5 text-sm">
          <BellOff className="mt-0.5 size-4 shrink-0" aria-hidden />
          <span className="min-w-0 wrap-anywhere">
            {`Muted until ${formatDateTime(muted.until)} by ${muted.by}: ${muted.reason}`}
          </span>
        </p>
      )}
    </>
  );
}

/** Buttons to acknowledge, mute and unmute an open alert, for operators whose role permits it. */
export function AlertButtons({ alert }: { alert: Alert }) {
  const { client } = useServices();
  const cache = useQueryClient();
  const canChange = useCan('alerts.change');
  const [dialog, setDialog] = useState<'acknowledge' | 'mute' | null>(null);
  const refresh = async () => {
    await Promise.all(
      [['alerts', 'open'], ['/api/admin/alerts']].map((queryKey) => cache.invalidateQueries({ queryKey })),
    );
  };
  const send = async (action: string, body = {}) => {
    await client.send('POST', `/api/admin/alerts/${alert.id}/${action}`, body);
    await refresh();
  };
  const unmute = useMutation({
    mutationFn: () => send('unmute'),
    onSuccess: () => toast.success('The alert is no longer muted'),
    onError: (error) => toast.error(errorMessage(error)),
  });
  const forget = useMutation({
    mutationFn: () => send('forget-processes'),
    onSuccess: () => toast.success('Fewer processes are expected now. The alert closes in a few seconds.'),
    onError: (error) => toast.error(errorMessage(error)),
  });
  if (!canChange || alert.closedAt) return null;
  const subject = <span className="sr-only">: {alert.summary}</span>;
  return (
    <>
      {!alert.acknowledged && (
        <Button
          tone="secondary"
          size="sm"
          icon={<UserCheck className="size-4" aria-hidden />}
          onClick={() => setDialog('acknowledge')}
        >
          Acknowledge{subject}
        </Button>
      )}
      {alert.muted ? (
        <Button
          tone="secondary"
          size="sm"
          busy={unmute.isPending}
          icon={<BellRing className="size-4" aria-hidden />}
          onClick={() => unmute.mutate()}
        >
          Unmute{subject}
        </Button>
      ) : (
        <Button
          tone="secondary"
          size="sm"
          icon={<BellOff className="size-4" aria-hidden />}
          onClick={() => setDialog('mute')}
        >
          Mute{subject}
        </Button>
      )}
      {MISSING.includes(alert.kind) && alert.severity === 'warning' && (
        <Button
          tone="secondary"
          size="sm"
          busy={forget.isPending}
          icon={<UserMinus className="size-4" aria-hidden />}
          onClick={() => forget.mutate()}
        >
          It left for good{subject}
        </Button>
      )}
      {dialog === 'acknowledge' && (
        <AcknowledgeDialog
          alert={alert}
          onClose={() => setDialog(null)}
          onConfirm={(body) => send('acknowledge', body)}
        />
      )}
      {dialog === 'mute' && (
        <MuteDialog alert={alert} onClose={() => setDialog(null)} onConfirm={(body) => send('mute', body)} />
      )}
    </>
  );
}

interface MarkDialogProps<Body> {
  alert: Alert;
  onClose: () => void;
  onConfirm: (body: Body) => Promise<void>;
}

function AcknowledgeDialog({ alert, onClose, onConfirm }: MarkDialogProps<{ note: string }>) {
  const [note, setNote] = useState('');
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title="Acknowledge this alert?"
      description={`${alert.summary} Other operators see that you are handling it. It stays listed until its cause is resolved.`}
      confirmLabel="Acknowledge"
      onConfirm={() => onConfirm({ note: note.trim() })}
    >
      <Input
        label="Note (optional)"
        value={note}
        maxLength={500}
        onChange={(event) => setNote(event.target.value)}
        hint="For other operators: for example, what you are doing about it."
      />
    </ConfirmDialog>
  );
}

function MuteDialog({ alert, onClose, onConfirm }: MarkDialogProps<{ minutes: number; reason: string }>) {
  const [minutes, setMinutes] = useState(60);
  return (
    <ReasonedDialog
      onClose={onClose}
      title="Mute this alert?"
      description={`${alert.summary} It pages no one during that time, even if it closes and opens again. If it is still open when the mute ends, it pages like a new alert.`}
      confirmLabel="Mute"
      onConfirm={(reason) => onConfirm({ minutes, reason })}
    >
      <Select label="For" value={minutes} onChange={(event) => setMinutes(Number(event.target.value))}>
        {DURATIONS.map((each) => (
          <option key={each.minutes} value={each.minutes}>
            {each.label}
          </option>
        ))}
      </Select>
    </ReasonedDialog>
  );
}
