import type { BreachAction } from '@luit/contracts/auth/breaches';
import { INPUT_LIMITS } from '@luit/contracts/auth/limits';
import { Textarea } from '@luit/ui/textarea';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { isReason } from '../../components/reason-field';
import { useServices } from '../../lib/services';
import { breachPath, useBreachRefresh } from './breaches-query';

const SENT = 'How it was sent, and its reference';
const TEXTS: Record<BreachAction, { title: string; label: string; confirm: string }> = {
  cert_in_notified: { title: 'Was the notice sent to CERT-In?', label: SENT, confirm: 'Record as sent' },
  board_notified: { title: 'Was the notice sent to the Board?', label: SENT, confirm: 'Record as sent' },
  users_notified: { title: 'Were the affected users informed?', label: SENT, confirm: 'Record as sent' },
  note: { title: 'Add a note', label: 'Note', confirm: 'Add note' },
  closed: { title: 'Close this breach?', label: 'How it ended', confirm: 'Close breach' },
};

interface EventDialogProps {
  breachId: string;
  action: BreachAction;
  onClose: () => void;
}

/** Records what was done, as proof that cannot be changed later. */
export function EventDialog({ breachId, action, onClose }: EventDialogProps) {
  const { client } = useServices();
  const refresh = useBreachRefresh();
  const [text, setText] = useState('');
  const { title, label, confirm } = TEXTS[action];
  const save = async () => {
    await client.send('POST', `${breachPath(breachId)}/events`, { action, text: text.trim() });
    await refresh();
  };
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={title}
      description="This is kept as proof with the time and your name, and cannot be changed later."
      confirmLabel={confirm}
      isDisabled={!isReason(text)}
      onConfirm={save}
    >
      <Textarea
        label={label}
        rows={3}
        maxLength={INPUT_LIMITS.reason}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="text-left"
      />
    </ConfirmDialog>
  );
}
