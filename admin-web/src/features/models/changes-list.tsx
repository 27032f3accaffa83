import { changesOf } from './entry-changes';

interface ChangesListProps {
  /** What is compared, for screen readers. */
  label: string;
  before: unknown;
  after: unknown;
}

/** The values that differ between two entries, each with its path. */
export function ChangesList({ label, before, after }: ChangesListProps) {
  const changes = changesOf(before, after);
  if (changes.length === 0) return <p className="text-sm text-muted">No value differs.</p>;
  return (
    <ul aria-label={label} className="grid gap-2 text-sm">
      {changes.map((change) => (
        <li key={change.path} className="grid gap-0.5">
          <code className="font-semibold wrap-anywhere">{change.path}</code>
          <span className="wrap-anywhere">
            {change.before === null ? <span className="text-muted">missing</span> : <del>{change.before}</del>}
            {' → '}
            {change.after === null ? <span className="text-muted">removed</span> : <ins>{change.after}</ins>}
          </span>
        </li>
      ))}
    </ul>
  );
}
