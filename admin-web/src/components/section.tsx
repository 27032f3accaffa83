import { Card } from '@luit/ui/card';
import { useId, type ReactNode } from 'react';

interface SectionProps {
  title: string;
  /** Right-aligned in the header. */
  action?: ReactNode;
  children: ReactNode;
}

/** A titled section of a page, in a card. */
export function Section({ title, action, children }: SectionProps) {
  const id = useId();
  return (
    <Card as="section" aria-labelledby={id} className="min-w-0 overflow-hidden">
      <div className="flex min-h-12 items-center justify-between gap-3 border-b border-line px-4 py-1.5">
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        {action}
      </div>
      {children}
    </Card>
  );
}

/** Names and values, one pair per line. */
export function DescriptionList({ items }: { items: [name: string, value: ReactNode][] }) {
  return (
    <dl className="grid grid-cols-1 gap-x-6 px-4 py-2 text-sm sm:grid-cols-[max-content_minmax(0,1fr)]">
      {items.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="pt-1.5 text-muted sm:py-1.5">{name}</dt>
          <dd className="pb-1.5 break-words tabular-nums sm:py-1.5">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function EmptyMessage({ children }: { children: string }) {
  return <p className="px-4 py-6 text-center text-sm text-muted">{children}</p>;
}
