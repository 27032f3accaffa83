import { Link } from 'react-router-dom';

/** A link to the parent page, above the title. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="text-sm font-medium text-muted hover:text-ink">
      ← {children}
    </Link>
  );
}
