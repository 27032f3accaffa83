import { t } from '@lingui/core/macro';
import { howItWorks } from '../copy';

export function HowItWorks() {
  return (
    <section aria-labelledby="how" className="bg-sunken">
      <div className="page py-16 sm:py-20">
        <h2 id="how" className="text-page heading">
          {t`How it works`}
        </h2>
        <ol className="mt-10 grid gap-x-8 gap-y-10 sm:grid-cols-2 lg:grid-cols-5">
          {howItWorks().map((step, index) => (
            <li key={step.title} className="border-t-2 border-edge/50 pt-4">
              <p aria-hidden className="text-title font-bold text-accent-text tabular-nums">
                {index + 1}
              </p>
              <p className="mt-3 font-semibold">{step.title}</p>
              <p className="mt-1 text-sm text-muted">{step.text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
