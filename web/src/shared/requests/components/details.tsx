import type { ReactNode } from 'react';

export function Details({ children }: { children: ReactNode }) {
  return <dl className="grid gap-3.5 border-t border-line pt-5 text-sm sm:grid-cols-2">{children}</dl>;
}

interface DetailProps {
  name: string;
  className?: string;
  children: ReactNode;
}

export function Detail({ name, className, children }: DetailProps) {
  return (
    <div className={className}>
      <dt className="text-muted">{name}</dt>
      <dd className="font-medium break-words">{children}</dd>
    </div>
  );
}
