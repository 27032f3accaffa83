import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { Suspense, useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { lazyPart } from '../../../lib/lazy-part';
import { balanceCopy } from '../../credits/copy';
import { requestCopy } from '../copy';
import type { OutcomeNotice } from '../outcome-notice';

const RefusalAppeal = lazyPart(() => import('./refusal-appeal'), 'hidden');

/**
 * Shows a notice at the top of a form, and scrolls to it: the button that submits the form stays at the bottom of the window. The
 * notice's retry button submits the form.
 */
export function OutcomeAlert({ notice }: { notice: OutcomeNotice }) {
  const { tone, title, text, canRetry, lacksCredits, refusalId } = notice;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Returns a promise in newer browsers, which is no cleanup.
    void place.current?.scrollIntoView({ block: 'nearest' });
  }, [title, text]);
  return (
    <div ref={place} className="scroll-mt-24 scroll-mb-28">
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
      {refusalId && (
        <Suspense>
          <RefusalAppeal key={refusalId} refusalId={refusalId} />
        </Suspense>
      )}
    </div>
  );
}
