import { CircleCheck, CircleHelp, LoaderCircle, TriangleAlert } from 'lucide-react';
import type { Verdict } from './verdict';

const LOOKS = {
  good: { Icon: CircleCheck, className: 'border-success/40 bg-success-wash text-success' },
  bad: { Icon: TriangleAlert, className: 'border-danger/50 bg-danger-wash text-danger' },
  unknown: { Icon: CircleHelp, className: 'border-accent-text/40 bg-accent-wash text-accent-text' },
  loading: { Icon: LoaderCircle, className: 'border-line bg-surface text-muted' },
};

/** The answer to "is everything all right?", with what is wrong and what is not known. */
export function VerdictBanner({ verdict: { state, title, problems, unknowns } }: { verdict: Verdict }) {
  const { Icon, className } = LOOKS[state];
  return (
    <section
      role="status"
      aria-label="Overall state"
      data-state={state}
      className={`flex items-start gap-3 rounded-card border p-4 sm:gap-4 sm:p-5 ${className}`}
    >
      <Icon className="mt-0.5 size-7 shrink-0" aria-hidden />
      <div className="min-w-0">
        <p className="text-xl leading-snug font-semibold sm:text-2xl">{title}</p>
        {problems.length > 0 && <p className="mt-0.5">{`${problems.join('. ')}.`}</p>}
        {unknowns.length > 0 && <p className="mt-0.5 font-medium">{`${unknowns.join('. ')}.`}</p>}
        {state === 'good' && (
          <p className="mt-0.5 text-sm">
            Alerts, queues, providers, restrictions, workers and invariants were all read within the last 45 seconds.
          </p>
        )}
      </div>
    </section>
  );
}
