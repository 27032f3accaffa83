import { t } from '@lingui/core/macro';

/** A field for bots, which fill in everything, in a form with a relative position. People do not see it. */
export function Honeypot() {
  return (
    <div aria-hidden className="absolute top-0 left-[-200vw]">
      <input name="website" type="text" tabIndex={-1} autoComplete="off" aria-label={t`Leave this empty`} />
    </div>
  );
}
