import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { CenteredCard } from '../../../shared/layout/centered-card';

interface AuthCardProps {
  title: string;
  lead: string;
  hasBackLink?: boolean;
  children: ReactNode;
}

/** A centered card with a link back to the sign-in page. */
export function AuthCard({ title, lead, hasBackLink = true, children }: AuthCardProps) {
  return (
    <CenteredCard title={title} lead={lead}>
      <div className="contents">{children}</div>
      {hasBackLink && (
        <Link
          to="/auth"
          className="justify-self-center text-sm font-semibold text-info underline-offset-4 hover:underline"
        >
          {t`Back to sign in`}
        </Link>
      )}
    </CenteredCard>
  );
}
