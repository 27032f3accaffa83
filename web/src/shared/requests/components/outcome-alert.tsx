import { t } from '@lingui/core/macro';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { Suspense, useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { formatCredits } from '../../../lib/format';
import { lazyPart } from '../../../lib/lazy-part';
import { useShortfall } from '../../credits/api/get-balance';
import { requestCopy } from '../copy';
import type { OutcomeNotice } from '../outcome-notice';

const RefusalAppeal = lazyPart(() => import('./refusal-appeal'), 'hidden');

interface OutcomeAlertProps {
  notice: OutcomeNotice;
  /** Credits that submitting the form spends. */
  cost: number;
}

/**
 * Shows a notice at the top of a form, and scrolls to it: the button that submits the form stays at the bottom of the window. The
 * notice's retry button submits the form, and is left out while the form offers to buy the credits it lacks.
 */
export function OutcomeAlert({ notice, cost }: OutcomeAlertProps) {
  const { tone, title, text, canRetry, lacksCredits, refusalId } = notice;
  const hasShortfall = useShortfall(cost) > 0;
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
          canRetry &&
          !hasShortfall && (
            <Button type="submit" size="sm" tone="secondary">
              {cost === 0 ? t`Try again` : requestCopy.retryFor(formatCredits(cost))}
            </Button>
          )
        }
      >
        {title && <p>{title}</p>}
        {text && <p className={title && 'font-normal'}>{text}</p>}
        {lacksCredits && (
          <Link to="/pricing" className="mt-1.5 inline-block font-semibold underline underline-offset-4">
            {t`See all packs`}
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
