import { t } from '@lingui/core/macro';
import { Link } from 'react-router-dom';
import { useShortfall } from '../api/get-balance';
import { type ChargedNoun, SHORTFALL_TEXTS } from '../shortfall-text';
import { SuggestedPack } from './suggested-pack';

interface MissingCreditsProps {
  cost: number;
  noun?: ChargedNoun;
  /** Offered as a direct purchase; omit if that is not possible. */
  purchase?: { prompt: string; planId: string | undefined };
}

const LINK = 'font-semibold underline underline-offset-4';

/** What the balance lacks, and how to buy it without leaving the page. Nothing if the balance suffices. */
export function MissingCredits({ cost, noun = 'video', purchase }: MissingCreditsProps) {
  const shortfall = useShortfall(cost);
  if (shortfall === 0) return null;
  return (
    <section
      aria-label={t`Missing credits`}
      data-missing-credits
      className="@container rounded-control bg-accent-wash px-4 py-3 text-sm font-medium text-accent-text"
    >
      <div className="grid items-center gap-x-6 gap-y-2.5 @3xl:grid-cols-[minmax(0,1fr)_auto_auto]">
        <p role="status">
          {SHORTFALL_TEXTS[noun](shortfall)}{' '}
          <span className="font-normal">{t`What you entered is kept while you pay.`}</span>
        </p>
        <SuggestedPack shortfall={shortfall} />
        <p className="flex flex-wrap gap-x-4 gap-y-1.5">
          <Link to="/pricing" className={LINK}>
            {t`See all packs`}
          </Link>
          {purchase && (
            <Link to="/pay-once" state={purchase} className={LINK}>
              {t`Pay once for this video`}
            </Link>
          )}
        </p>
      </div>
    </section>
  );
}
