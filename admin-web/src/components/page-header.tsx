import type { ReactNode } from 'react';

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
        <h1 className="text-[1.75rem] leading-tight heading break-words">{title}</h1>
        {description && <div className="mt-1 text-sm text-muted">{description}</div>}
      </div>
      {children && <div className="flex flex-wrap items-center gap-2">{children}</div>}
    </div>
  );
}
