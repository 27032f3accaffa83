import { ArrowUp } from 'lucide-react';
import { useScrolledPast } from '../../lib/scroll';

const SHOWN_PAST_PX = 300;

export function ScrollToTopButton() {
  const isShown = useScrolledPast(SHOWN_PAST_PX);
  if (!isShown) return null;
  return (
    <button
      type="button"
      aria-label="Scroll to top"
      onClick={() => window.scrollTo({ top: 0, behavior: 'smooth' })}
      className="fixed right-4 bottom-4 z-30 grid size-11 place-items-center rounded-full border border-line bg-surface text-ink shadow-float hover:border-accent"
    >
      <ArrowUp className="size-5" aria-hidden />
    </button>
  );
}
