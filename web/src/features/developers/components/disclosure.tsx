import type { ReactNode } from 'react';

interface DisclosureProps {
  /** What is shown on request, and of what, for screen readers. */
  label: string;
  summary: string;
  children: ReactNode;
}

/** A part of the reference that is shown on request. */
export function Disclosure({ label, summary, children }: DisclosureProps) {
  return (
    <details>
      <summary
        aria-label={label}
        className="inline-flex min-h-9 cursor-pointer items-center text-sm font-semibold text-info underline underline-offset-4"
      >
        {summary}
      </summary>
      {children}
    </details>
  );
}
