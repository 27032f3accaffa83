import { Card } from '@luit/ui/card';
import type { ReactNode } from 'react';
import { PageTitle } from '../../lib/page-title';

interface CenteredCardProps {
  title: string;
  lead: string;
  children: ReactNode;
}

/** The centered card of pages that emailed links open. */
export function CenteredCard({ title, lead, children }: CenteredCardProps) {
  return (
    <div className="page grid flex-1 place-items-center py-16">
      <PageTitle>{title}</PageTitle>
      <Card className="grid w-full max-w-md gap-6 p-6 sm:p-8">
        <div>
          <h1 className="text-page heading">{title}</h1>
          <p className="mt-2 text-muted">{lead}</p>
        </div>
        {children}
      </Card>
    </div>
  );
}
