import { t } from '@lingui/core/macro';
import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { type StepNames, stepNames, stepStates, type StepState } from '../progress';

const stateTexts = {
  get done() {
    return t({ message: 'done', context: 'state of a step' });
  },
  get current() {
    return t({ message: 'current', context: 'state of a step' });
  },
  get upcoming() {
    return t({ message: 'upcoming', context: 'state of a step' });
  },
};

const MARKS: Record<StepState, string> = {
  done: 'border-accent bg-accent text-on-accent',
  current: 'border-accent',
  upcoming: 'border-edge',
};

interface ProgressStepsProps extends StepNames {
  progress: number | null;
}

export function ProgressSteps({ progress, ...names }: ProgressStepsProps) {
  const states = stepStates(progress);
  return (
    <ol className="mt-4 grid grid-cols-2 gap-3 text-sm sm:grid-cols-4">
      {stepNames(names).map((name, index) => {
        const state = states[index] ?? 'upcoming';
        return (
          <li
            key={name}
            aria-current={state === 'current' ? 'step' : undefined}
            className={clsx('flex items-center gap-2', state === 'upcoming' ? 'text-muted' : 'font-semibold')}
          >
            <span aria-hidden className={clsx('grid size-5 place-items-center rounded-full border-2', MARKS[state])}>
              {state === 'done' && <Check className="size-3.5" strokeWidth={3} />}
              {state === 'current' && <span className="size-2 rounded-full bg-accent motion-safe:animate-pulse" />}
            </span>
            {name}
            <span className="sr-only">({stateTexts[state]})</span>
          </li>
        );
      })}
    </ol>
  );
}
