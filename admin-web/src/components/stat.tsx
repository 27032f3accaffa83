import { Card } from '@luit/ui/card';
import type { ReactNode } from 'react';

interface StatProps {
  label: string;
  value: ReactNode;
  /** What the number covers, or how it changed. */
  note?: ReactNode;
}

/** One labeled number, inside a `<dl>`. */
export function Stat({ label, value, note }: StatProps) {
  return (
    <Card className="@container px-4 py-3.5">
      <dt className="text-label text-muted eyebrow">{label}</dt>
      <dd className="mt-1 text-[clamp(1rem,10cqi,1.625rem)] leading-tight font-semibold tabular-nums">{value}</dd>
      {note && <dd className="mt-0.5 text-label text-muted">{note}</dd>}
    </Card>
  );
}
