import type { ReactNode } from 'react';

/** Lines that are too long wrap at words, or at any character. */
const OVERFLOW = {
  'break-words': 'break-words',
  'break-all': 'break-all',
} as const;

interface PreformattedProps {
  /** What the text is, for screen readers. */
  label: string;
  overflow: keyof typeof OVERFLOW;
  /** What is missing from the text, and why. */
  note: ReactNode;
  children: string;
}

/** A stored text as it is, with a note below; the keyboard can scroll it. */
export function Preformatted({ label, overflow, note, children }: PreformattedProps) {
  return (
    <>
      <pre
        tabIndex={0}
        role="region"
        aria-label={label}
        className={`px-4 py-3 text-label whitespace-pre-wrap ${OVERFLOW[overflow]}`}
      >
        {children}
      </pre>
      <p className="border-t border-line px-4 py-2.5 text-label text-muted">{note}</p>
    </>
  );
}
