import { Link } from 'react-router-dom';

/** A link inside a table cell or a text. */
export function TextLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="font-medium underline decoration-edge underline-offset-4 hover:decoration-ink">
      {children}
    </Link>
  );
}
