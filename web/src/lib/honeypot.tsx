import { t } from '@lingui/core/macro';

/** A hidden field that bots fill in and people do not see. Its form needs `position: relative`. */
export function Honeypot() {
  return (
    <div aria-hidden className="absolute top-0 left-[-200vw]">
      <input name="website" type="text" tabIndex={-1} autoComplete="off" aria-label={t`Leave this empty`} />
    </div>
  );
}
