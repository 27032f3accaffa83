import { REASON_REQUIRED } from '@luit/contracts/auth/limits';
import { MAX_CREDITS } from '@luit/contracts/billing/limits';
import type { AdminUserRow } from '@luit/contracts/http/admin-users';
import { Button } from '@luit/ui/button';
import { CONTROL_CLASS } from '@luit/ui/field';
import { clsx } from 'clsx';
import { useState, type FormEvent, type KeyboardEvent } from 'react';
import { toast } from '@luit/ui/toaster';
import { isReason } from '../../components/reason-field';
import { AdminError, errorMessage } from '../../lib/admin-error';
import { formatNumber } from '../../lib/format';
import { waitingText } from '../approvals/approval-words';
import { useSetCredits } from './use-set-credits';

const FAILED = 'Failed to update credits. Please try again.';
const DEFAULT_REASON = 'admin adjustment';

interface CreditsFormProps {
  user: Pick<AdminUserRow, 'id' | 'email' | 'credits'>;
  onDone: () => void;
}

export function CreditsForm({ user, onDone }: CreditsFormProps) {
  const [text, setText] = useState(String(user.credits));
  const [reason, setReason] = useState(DEFAULT_REASON);
  // The balance the operator saw when editing began. A background refresh must not change it.
  const [expected, setExpected] = useState(user.credits);
  const [message, setMessage] = useState<string | null>(null);
  // The number of credits to type again, if the server considers the change large.
  const [confirmation, setConfirmation] = useState({ expected: '', typed: '' });
  const [key, setKey] = useState(() => crypto.randomUUID());
  const change = useSetCredits(user.id);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (change.isPending) return;
    const credits = /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN;
    if (!(credits <= MAX_CREDITS)) return setMessage('Enter a whole number, 0 or more');
    if (!isReason(reason)) return setMessage(REASON_REQUIRED);
    setMessage(null);
    change.mutate(
      {
        credits,
        expectedCredits: expected,
        reason: reason.trim(),
        confirmation: confirmation.typed.trim() || undefined,
        key,
      },
      {
        onSuccess: (saved) => {
          toast.success(
            saved.approval
              ? waitingText(saved.approval)
              : `${user.email} now has ${formatNumber(saved.credits)} credits`,
          );
          onDone();
        },
        onError: (error) => setMessage(explain(error)),
      },
    );
  };

  const explain = (error: unknown): string => {
    setKey(crypto.randomUUID());
    const toType = error instanceof AdminError && error.details['confirmation'];
    if (error instanceof AdminError && typeof toType === 'string') {
      setConfirmation({ expected: toType, typed: '' });
      return errorMessage(error);
    }
    const current = error instanceof AdminError && error.status === 409 ? error.details['credits'] : undefined;
    if (typeof current !== 'number') return FAILED;
    setExpected(current);
    return `The balance changed to ${formatNumber(current)} in the meantime. Save again to overwrite it.`;
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onDone();
  };

  return (
    <form noValidate onSubmit={submit} onKeyDown={onKeyDown} className="ml-auto grid w-52 gap-1.5 py-1 text-left">
      <input
        autoFocus
        type="number"
        min={0}
        step={1}
        inputMode="numeric"
        aria-label={`Credits of ${user.email}`}
        aria-invalid={message ? true : undefined}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onFocus={(event) => event.target.select()}
        className={clsx(CONTROL_CLASS, 'min-h-9 text-right text-sm tabular-nums')}
      />
      <input
        aria-label="Reason"
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        className={clsx(CONTROL_CLASS, 'min-h-9 text-sm')}
      />
      {confirmation.expected && (
        <input
          autoFocus
          inputMode="numeric"
          aria-label={`Type ${confirmation.expected} to confirm`}
          placeholder={`Type ${confirmation.expected}`}
          value={confirmation.typed}
          onChange={(event) => setConfirmation({ ...confirmation, typed: event.target.value })}
          className={clsx(CONTROL_CLASS, 'min-h-9 text-right text-sm tabular-nums')}
        />
      )}
      {message && (
        <p role="alert" className="text-label font-medium whitespace-normal text-danger">
          {message}
        </p>
      )}
      <div className="flex justify-end gap-1.5">
        <Button tone="ghost" size="sm" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" size="sm" busy={change.isPending}>
          Save
        </Button>
      </div>
    </form>
  );
}
