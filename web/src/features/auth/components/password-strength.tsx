import { characterCount } from '@luit/contracts/messages/character-count';
import { clsx } from 'clsx';
import { authCopy, PASSWORD_RECOMMENDED, strengthOf } from '../copy';

const BAR_CLASS = {
  none: '',
  short: 'bg-danger',
  spaces: 'bg-danger',
  address: 'bg-danger',
  fair: 'bg-accent',
  good: 'bg-info',
} as const;

/** What can be said of a new password before the server, which rejects common ones, has seen it. */
export function PasswordStrength({ password, email }: { password: string; email: string }) {
  const strength = strengthOf(password, email);
  const percent = Math.min(100, Math.round((characterCount(password) / PASSWORD_RECOMMENDED) * 100));
  return (
    <div className="grid gap-1.5">
      <div aria-hidden className="h-1.5 overflow-hidden rounded-full bg-line">
        <div
          className={clsx('h-full rounded-full transition-[width]', BAR_CLASS[strength])}
          style={{ width: `${percent}%` }}
        />
      </div>
      <p>{authCopy.strength[strength]}</p>
    </div>
  );
}
