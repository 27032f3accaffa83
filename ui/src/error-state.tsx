import { RotateCw, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button';
import { uiTexts } from './texts';

interface ErrorStateProps {
  title: string;
  children?: ReactNode;
  retryLabel?: string;
  onRetry?: () => void;
}

export function ErrorState({ title, children, retryLabel = uiTexts.retry, onRetry }: ErrorStateProps) {
  return (
    <div role="alert" className="grid justify-items-center gap-3 px-6 py-12 text-center">
      <div aria-hidden className="grid size-14 place-items-center rounded-full bg-danger-wash text-danger">
        <TriangleAlert className="size-6" />
      </div>
      <p className="text-lg font-semibold">{title}</p>
      {children && <div className="max-w-prose text-muted">{children}</div>}
      {onRetry && (
        <Button tone="secondary" className="mt-2" icon={<RotateCw className="size-4" aria-hidden />} onClick={onRetry}>
          {retryLabel}
        </Button>
      )}
    </div>
  );
}
