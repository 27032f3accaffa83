import { type ComponentProps, useState } from 'react';
import { ConfirmDialog } from './confirm-dialog';
import { isReason, ReasonField } from './reason-field';

interface ReasonedDialogProps extends Omit<ComponentProps<typeof ConfirmDialog>, 'isOpen' | 'onConfirm'> {
  /** False for the direction that needs no reason, such as putting something back. True by default. */
  asksReason?: boolean;
  /** Runs the action with the trimmed reason, which is empty if the dialog asks for none. */
  onConfirm: (reason: string) => Promise<unknown>;
}

/**
 * Asks for confirmation and for the reason that the audit log keeps. Mount it only while it is open:
 * the reason belongs to one decision.
 */
export function ReasonedDialog({
  asksReason = true,
  isDisabled = false,
  onConfirm,
  children,
  ...dialog
}: ReasonedDialogProps) {
  const [reason, setReason] = useState('');
  return (
    <ConfirmDialog
      {...dialog}
      isOpen
      isDisabled={isDisabled || (asksReason && !isReason(reason))}
      onConfirm={() => onConfirm(asksReason ? reason.trim() : '')}
    >
      <div className="contents">{children}</div>
      {asksReason && <ReasonField value={reason} onChange={setReason} />}
    </ConfirmDialog>
  );
}
