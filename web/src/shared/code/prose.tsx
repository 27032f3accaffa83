import { Fragment } from 'react';
import { Link } from 'react-router-dom';

/** `code`, or a [link](/path). */
const MARKUP = /(`[^`]+`|\[[^\]]+\]\([^)]+\))/;
const LINK = /^\[(.+)\]\((.+)\)$/;

/** A text with code and links in Markdown. Code is in English in every language. */
export function Prose({ children }: { children: string }) {
  return children.split(MARKUP).map((part, index) => <Fragment key={index}>{rendered(part)}</Fragment>);
}

function rendered(part: string) {
  if (part.startsWith('`')) return <Code>{part.slice(1, -1)}</Code>;
  const [, label = '', target = ''] = LINK.exec(part) ?? [];
  if (target === '') return part;
  const className = 'font-semibold text-info underline underline-offset-4';
  // The router knows pages only: neither parts of this page nor routes of the API.
  return /^#|^\/v1\//.test(target) ? (
    <a href={target} className={className}>
      {label}
    </a>
  ) : (
    <Link to={target} className={className}>
      {label}
    </Link>
  );
}

/** Long code may break after these characters. */
const BREAKS = /(?<=[_/])/;

export function Code({ children }: { children: string }) {
  return (
    <code lang="en" dir="ltr" className="rounded-[4px] bg-sunken px-1 py-0.5 font-mono text-[0.86em] wrap-break-word">
      {children.split(BREAKS).map((part, index) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          <span>{part}</span>
        </Fragment>
      ))}
    </code>
  );
}
