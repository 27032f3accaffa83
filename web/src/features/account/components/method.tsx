import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface MethodProps {
  Icon: LucideIcon;
  name: string;
  details: string;
  children?: ReactNode;
}

/** A way to sign in, with what its owner can do about it. */
export function Method({ Icon, name, details, children }: MethodProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3.5">
      <Icon className="size-6 shrink-0 text-accent-text" strokeWidth={1.6} aria-hidden />
      <div className="min-w-0 flex-1 basis-48 wrap-anywhere">
        <p className="font-medium">{name}</p>
        <p className="text-sm text-muted">{details}</p>
      </div>
      <div className="flex flex-wrap gap-2">{children}</div>
    </li>
  );
}
