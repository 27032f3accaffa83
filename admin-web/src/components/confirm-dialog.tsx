import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { Dialog } from '@luit/ui/dialog';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { errorMessage } from '../lib/admin-error';

interface ConfirmDialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  /** Form fields, or a description of the consequences. */
  children?: ReactNode;
  confirmLabel: string;
  /** "Cancel" by default, which would be ambiguous if the action cancels something. */
  dismissLabel?: string;
  isDangerous?: boolean;
  isDisabled?: boolean;
  /** Runs the action. The dialog closes on success and shows the error otherwise. */
  onConfirm: () => Promise<unknown>;
}

/** Asks for confirmation before an action that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, onClose, title, description, children, confirmLabel, isDangerous, isDisabled, onConfirm } = props;
  const { dismissLabel = 'Cancel' } = props;
  // Of two clicks before the next render, only the first counts.
  const isSubmitting = useRef(false);
  const action = useMutation({
    mutationFn: onConfirm,
    onSuccess: close,
    onSettled: () => {
      isSubmitting.current = false;
    },
  });

  function close() {
    action.reset();
    onClose();
  }

  return (
    <Dialog isOpen={isOpen} onClose={close} title={title} description={description}>
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (isSubmitting.current || isDisabled) return;
          isSubmitting.current = true;
          action.mutate();
        }}
      >
        <div className="contents">{children}</div>
        {action.isError && <Alert tone="danger">{errorMessage(action.error)}</Alert>}
        <div className="flex flex-wrap justify-end gap-3">
          <Button tone="secondary" onClick={close}>
            {dismissLabel}
          </Button>
          <Button type="submit" tone={isDangerous ? 'danger' : 'primary'} busy={action.isPending} disabled={isDisabled}>
            {confirmLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
