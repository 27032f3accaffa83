import { REASON_REQUIRED } from '@luit/contracts/auth/limits';
import { MAX_CREDITS } from '@luit/contracts/messages/input-limits';
import type { AdminUserRow } from '@luit/contracts/http/admin-users';
import { Button } from '@luit/ui/button';
import { CONTROL_CLASS, Field } from '@luit/ui/field';
import { clsx } from 'clsx';
import { useState, type FormEvent, type KeyboardEvent } from 'react';
import { toast } from '@luit/ui/toaster';
import { ConfirmationField } from '../../components/confirmation-field';
import { isReason, ReasonField } from '../../components/reason-field';
import { AdminError, errorMessage } from '../../lib/admin-error';
import { formatNumber } from '../../lib/format';
import { waitingText } from '../approvals/approval-words';
import { useSetCredits } from './use-set-credits';

const FAILED = 'Failed to update credits. Please try again.';

interface CreditsFormProps {
  user: Pick<AdminUserRow, 'id' | 'email' | 'credits'>;
  onDone: () => void;
}

export function CreditsForm({ user, onDone }: CreditsFormProps) {
  const [text, setText] = useState(String(user.credits));
  const [reason, setReason] = useState('');
  // The balance the operator saw when editing began. A background refresh must not change it.
  const [expected, setExpected] = useState(user.credits);
  const [message, setMessage] = useState<string | null>(null);
  // The number of credits to type again, if the server considers the change large.
  const [confirmation, setConfirmation] = useState({ expected: '', typed: '' });
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
    <form noValidate onSubmit={submit} onKeyDown={onKeyDown} className="ml-auto grid w-60 gap-3 py-2 text-left">
      <Field
        label={
          <>
            Credits<span className="sr-only"> of {user.email}</span>
          </>
        }
      >
        {(control) => (
          <input
            {...control}
            autoFocus
            type="number"
            min={0}
            step={1}
            inputMode="numeric"
            aria-invalid={message ? true : undefined}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onFocus={(event) => event.target.select()}
            className={clsx(CONTROL_CLASS, 'min-h-11 text-right tabular-nums')}
          />
        )}
      </Field>
      <ReasonField value={reason} onChange={setReason} />
      {confirmation.expected && (
        <ConfirmationField
          autoFocus
          expected={confirmation.expected}
          value={confirmation.typed}
          onChange={(typed) => setConfirmation({ ...confirmation, typed })}
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
