import { t } from '@lingui/core/macro';
import { ArrowUp } from 'lucide-react';
import { clsx } from 'clsx';
import { useScrolledPast } from '../../lib/scroll';
import { useConnection } from '../../lib/use-connection';

const SHOWN_PAST_PX = 300;

export default function ScrollToTopButton() {
  const isShown = useScrolledPast(SHOWN_PAST_PX);
  const isConnected = useConnection() === 'online';
  if (!isShown) return null;
  return (
    <button
      type="button"
      aria-label={t`Scroll to top`}
      onClick={() => window.scrollTo({ top: 0, behavior: 'smooth' })}
      className={clsx(
        'fixed right-4 z-30 grid size-11 place-items-center rounded-full border border-line bg-surface text-ink shadow-float hover:border-accent',
        // Above the banner that says that there is no connection.
        isConnected ? 'bottom-free' : 'bottom-28',
      )}
    >
      <ArrowUp className="size-5" aria-hidden />
    </button>
  );
}
