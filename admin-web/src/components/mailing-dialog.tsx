import { Input } from '@luit/ui/input';
import { useState } from 'react';
import { ReasonedDialog } from './reasoned-dialog';

interface MailingDialogProps {
  title: string;
  confirmLabel: string;
  /** What the operator types to confirm. */
  expected: string;
  onClose: () => void;
  onConfirm: (input: { confirmation: string; reason: string }) => Promise<unknown>;
}

/** Asks for a typed confirmation and a reason before an email goes to many users. */
export function MailingDialog({ expected, onConfirm, ...dialog }: MailingDialogProps) {
  const [typed, setTyped] = useState('');
  const confirmation = typed.trim();
  return (
    <ReasonedDialog
      {...dialog}
      description="Each user gets this email once, even if you confirm more than once. It cannot be recalled."
      isDangerous
      isDisabled={confirmation !== expected}
      onConfirm={(reason) => onConfirm({ confirmation, reason })}
    >
      <Input
        label={`Type ${expected} to confirm`}
        autoComplete="off"
        required
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        className="text-left"
      />
    </ReasonedDialog>
  );
}
