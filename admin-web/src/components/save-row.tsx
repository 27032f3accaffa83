import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { errorMessage } from '../lib/admin-error';

interface SaveRowProps {
  save: { isError: boolean; error: Error | null; isPending: boolean };
  /** Tells screen readers what is saved, on pages with several forms. */
  label?: string;
}

/** The end of a form: why saving failed, and the button. */
export function SaveRow({ save, label }: SaveRowProps) {
  return (
    <>
      {save.isError && <Alert tone="danger">{errorMessage(save.error)}</Alert>}
      <div>
        <Button type="submit" size="sm" busy={save.isPending} aria-label={label}>
          Save
        </Button>
      </div>
    </>
  );
}
