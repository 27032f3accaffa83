import { TextLink } from './text-link';

interface IdentifierProps {
  children: string;
  /** The page of what it identifies. */
  to?: string | null;
}

/**
 * An id, an address or a file name on one line, because a word broken in the middle is hard to read. Where there is too
 * little room its end is hidden: the tooltip shows all of it, and a copied selection contains all of it.
 */
export function Identifier({ children, to }: IdentifierProps) {
  return (
    <span title={children} className="block truncate select-all">
      {to ? <TextLink to={to}>{children}</TextLink> : children}
    </span>
  );
}
