const LIST = new Intl.ListFormat('en-US', { type: 'conjunction' });

interface StillNeededProps {
  /** For the `aria-describedby` of the disabled button. */
  id: string;
  /** What a form lacks, for example `the subject`. */
  missing: string[];
}

/** Why the button of a form is disabled. */
export function StillNeeded({ id, missing }: StillNeededProps) {
  return (
    <p id={id} className="mt-2 text-sm text-muted empty:hidden">
      {missing.length > 0 && `Still needed: ${LIST.format(missing)}.`}
    </p>
  );
}
