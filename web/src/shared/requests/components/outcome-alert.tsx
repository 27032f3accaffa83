import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { requestCopy } from '../copy';
import type { OutcomeNotice } from '../outcome-notice';

/** Shows a notice inside a form. Its retry button submits the form. */
export function OutcomeAlert({ notice: { tone, title, text, canRetry } }: { notice: OutcomeNotice }) {
  return (
    <Alert
      tone={tone}
      action={
        canRetry && (
          <Button type="submit" size="sm" tone="secondary">
            {requestCopy.retry}
          </Button>
        )
      }
    >
      {title && <p>{title}</p>}
      {text && <p className={title && 'font-normal'}>{text}</p>}
    </Alert>
  );
}
