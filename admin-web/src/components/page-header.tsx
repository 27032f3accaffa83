import { clsx } from 'clsx';
import type { ReactNode } from 'react';

/** Characters. Longer titles, such as addresses, are smaller. */
const LONG_TITLE = 48;

interface PageHeaderProps {
  title: string;
  description?: ReactNode;
  /** Buttons, right-aligned. */
  children?: ReactNode;
  /** Link to the parent page, above the title. */
  back?: ReactNode;
}

/** The header of a page. It also sets the document title. */
export function PageHeader({ title, description, children, back }: PageHeaderProps) {
  return (
    <div className="mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <title>{`${title} · Luit Operations`}</title>
      <div className="min-w-0">
        {back}
        <h1
          className={clsx(
            'leading-tight heading wrap-anywhere',
            title.length > LONG_TITLE ? 'text-xl' : 'text-[1.75rem]',
          )}
        >
          {title}
        </h1>
        {description && <div className="mt-1 text-sm text-muted">{description}</div>}
      </div>
      {children && <div className="flex flex-wrap items-center gap-2">{children}</div>}
    </div>
  );
}
