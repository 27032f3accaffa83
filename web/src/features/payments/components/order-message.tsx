import type { ReactNode } from 'react';

interface OrderMessageProps {
  title: string;
  text: string;
  /** What to do if that does not help. */
  hint?: string;
  /** The next actions. */
  children?: ReactNode;
}

/** What became of an order that shows neither progress nor a video. */
export function OrderMessage({ title, text, hint, children }: OrderMessageProps) {
  return (
    <section role="status" className="mx-auto max-w-2xl py-16">
      <h1 className="text-page heading">{title}</h1>
      <p className="mt-4 text-lg text-muted">{text}</p>
      {hint && <p className="mt-4 break-words text-muted">{hint}</p>}
      {children && <div className="mt-8 flex flex-wrap gap-3">{children}</div>}
    </section>
  );
}
