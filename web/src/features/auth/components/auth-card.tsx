import { Card } from '@luit/ui/card';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { PageTitle } from '../../../lib/page-title';
import { authCopy } from '../copy';

interface AuthCardProps {
  title: string;
  lead: string;
  /** Whether to show a link back to the sign-in page. */
  hasBackLink?: boolean;
  children: ReactNode;
}

/** The centered card of pages that emailed links open. */
export function AuthCard({ title, lead, hasBackLink = true, children }: AuthCardProps) {
  return (
    <div className="page grid flex-1 place-items-center py-16">
      <PageTitle>{title}</PageTitle>
      <Card className="grid w-full max-w-md gap-6 p-6 sm:p-8">
        <div>
          <h1 className="text-page heading">{title}</h1>
          <p className="mt-2 text-muted">{lead}</p>
        </div>
        {children}
        {hasBackLink && (
          <Link
            to="/auth"
            className="justify-self-center text-sm font-semibold text-info underline-offset-4 hover:underline"
          >
            {authCopy.backToSignIn}
          </Link>
        )}
      </Card>
    </div>
  );
}
