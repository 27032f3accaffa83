import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import type { ReactNode } from 'react';

interface SetUpFormProps {
  submitLabel: string;
  isReady: boolean;
  isBusy: boolean;
  /** Why the last attempt failed. */
  error?: string;
  onSubmit: () => void;
  onBack: () => void;
  /** The instructions and the field. */
  children: ReactNode;
}

/** The last step of setting up a second factor. */
export function SetUpForm({ submitLabel, isReady, isBusy, error, onSubmit, onBack, children }: SetUpFormProps) {
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy && isReady) onSubmit();
      }}
    >
      <div className="contents">{children}</div>
      {error && <Alert tone="danger">{error}</Alert>}
      <div className="flex flex-wrap justify-end gap-3">
        <Button tone="secondary" onClick={onBack}>
          Back
        </Button>
        <Button type="submit" busy={isBusy} disabled={!isReady}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
