import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { Link } from 'react-router-dom';
import { balanceCopy } from '../../credits/copy';
import { requestCopy } from '../copy';
import type { OutcomeNotice } from '../outcome-notice';

/** Shows a notice inside a form. Its retry button submits the form. */
export function OutcomeAlert({ notice: { tone, title, text, canRetry, lacksCredits } }: { notice: OutcomeNotice }) {
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
      {lacksCredits && (
        <Link to="/pricing" className="mt-1.5 inline-block font-semibold underline underline-offset-4">
          {balanceCopy.buyMore}
        </Link>
      )}
    </Alert>
  );
}
