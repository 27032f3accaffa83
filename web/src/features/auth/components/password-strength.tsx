import { passwordProblem, type PasswordProblem } from '@luit/contracts/auth/password-limits';
import { t } from '@lingui/core/macro';
import { characterCount } from '@luit/contracts/messages/character-count';
import { clsx } from 'clsx';
import { PASSWORD_RECOMMENDED } from '../form-rules';

type Strength = 'none' | 'fair' | 'good' | PasswordProblem;

function strengthOf(password: string, email: string): Strength {
  if (password === '') return 'none';
  const problem = passwordProblem(password, email);
  if (problem) return problem;
  return characterCount(password) >= PASSWORD_RECOMMENDED ? 'good' : 'fair';
}

const BAR_CLASS = {
  none: '',
  short: 'bg-danger',
  spaces: 'bg-danger',
  address: 'bg-danger',
  fair: 'bg-accent',
  good: 'bg-info',
} as const;

const STRENGTH_TEXTS: Record<Strength, () => string> = {
  none: () => t`We recommend 12 or more characters.`,
  short: () => t`Too short. We recommend 12 or more characters.`,
  spaces: () => t`A password can’t be only spaces.`,
  address: () => t`Your email address can’t be your password.`,
  fair: () => t`Long enough. We recommend 12 or more characters, and refuse common passwords.`,
  good: () => t`Good length. Common passwords are refused.`,
};

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
      <p>{STRENGTH_TEXTS[strength]()}</p>
    </div>
  );
}
