import type { ReactNode } from 'react';

export function Details({ children }: { children: ReactNode }) {
  return <dl className="grid gap-3.5 border-t border-line pt-5 text-sm sm:grid-cols-2">{children}</dl>;
}

export function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-muted">{name}</dt>
      <dd className="font-medium break-words">{children}</dd>
    </div>
  );
}
