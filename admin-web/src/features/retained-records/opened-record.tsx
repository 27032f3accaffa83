import type { RetainedAccount, RetainedRecord } from '@luit/contracts/auth/retained-records';
import { Button } from '@luit/ui/button';
import { Card } from '@luit/ui/card';
import { formatTime } from '../../lib/format';

export type OpenedRetainedRecord = RetainedRecord & { account: RetainedAccount };

/** The content of a record, until the operator closes it or leaves the page. */
export function OpenedRecord({ record, onClose }: { record: OpenedRetainedRecord; onClose: () => void }) {
  const { email, name, signedUpAt, signedUpIp, lastSignInAt, sessions } = record.account;
  const rows = [
    ['Account', record.id],
    ['Name', name],
    ['Email', email],
    ['Signed up', formatTime(signedUpAt) + (signedUpIp ? ` from ${signedUpIp}` : '')],
    ['Last sign-in', lastSignInAt ? formatTime(lastSignInAt) : 'Never'],
  ] as const;
  return (
    <Card as="section" aria-label="Opened record" className="mb-4 grid min-w-0 gap-3 p-5 text-sm">
      <dl className="grid gap-1.5">
        {rows.map(([label, value]) => (
          <div key={label} className="grid gap-x-4 sm:grid-cols-[8rem_minmax(0,1fr)]">
            <dt className="text-muted">{label}</dt>
            <dd className="wrap-anywhere" dir="auto">
              {value}
            </dd>
          </div>
        ))}
      </dl>
      <h2 className="font-semibold">Sign-ins</h2>
      {sessions.length === 0 && <p className="text-muted">None</p>}
      <ul className="grid max-h-80 gap-2 overflow-y-auto" tabIndex={0} aria-label="Sign-ins">
        {sessions.map(({ ip, userAgent, signedInAt, lastUsedAt, endedAt }) => (
          <li key={signedInAt + ip} className="wrap-anywhere">
            {formatTime(signedInAt)} from {ip}: {userAgent}
            <span className="block text-muted">
              {`Last used ${formatTime(lastUsedAt)}${endedAt ? `, ended ${formatTime(endedAt)}` : ''}`}
            </span>
          </li>
        ))}
      </ul>
      <div>
        <Button tone="secondary" size="sm" onClick={onClose}>
          Close record
        </Button>
      </div>
    </Card>
  );
}
