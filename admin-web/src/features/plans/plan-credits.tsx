import { MAX_PLAN_CREDITS } from '@luit/contracts/billing/limits';
import type { Approval } from '@luit/contracts/billing/approvals';
import type { AdminPlan } from '@luit/contracts/generation/plans';
import { Button } from '@luit/ui/button';
import { Input } from '@luit/ui/input';
import { toast } from '@luit/ui/toaster';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { IfPermitted } from '../../components/if-permitted';
import { isReason, ReasonField } from '../../components/reason-field';
import { AdminError, errorMessage } from '../../lib/admin-error';
import { formatNumber } from '../../lib/format';
import { useServices } from '../../lib/services';
import { waitingText } from '../approvals/approval-words';
import { SecondOperatorNotice, useHasApprovals } from '../approvals/second-operator';

/** A plan's price in credits, edited inline. */
export function PlanCredits({ plan }: { plan: AdminPlan }) {
  const { client } = useServices();
  const cache = useQueryClient();
  // The input's text; null while not editing.
  const [text, setText] = useState<string | null>(null);
  const [error, setError] = useState<string>();
  const [reason, setReason] = useState('');
  const hasApprovals = useHasApprovals();
  // The price the operator saw when editing began. A background refresh must not change it.
  const [expected, setExpected] = useState(plan.credits);
  const save = useMutation({
    mutationFn: (credits: number) => {
      const body = { credits, expectedCredits: expected, reason: reason.trim() || undefined };
      return client.send<{ approval: Approval | null }>('PATCH', `/api/admin/plans/${plan.id}`, body);
    },
    onSuccess: async ({ approval }, credits) => {
      toast.success(approval ? waitingText(approval) : `${plan.name} now costs ${formatNumber(credits)} credits`);
      await Promise.all([
        cache.invalidateQueries({ queryKey: ['plans'] }),
        cache.invalidateQueries({ queryKey: ['approvals'] }),
      ]);
      setText(null);
    },
    onError: (cause) => {
      const current = cause instanceof AdminError && cause.status === 409 ? cause.details['credits'] : undefined;
      if (typeof current !== 'number') return setError(errorMessage(cause));
      setExpected(current);
      setError(`The price was changed to ${formatNumber(current)} in the meantime. Save again to overwrite it.`);
    },
  });
  if (text === null) {
    return (
      <div className="flex items-center justify-end gap-3">
        <span className="font-semibold tabular-nums">{formatNumber(plan.credits)}</span>
        <IfPermitted permission="prices.change">
          <Button
            tone="ghost"
            size="sm"
            aria-label={`Edit credits of ${plan.name}`}
            onClick={() => {
              setError(undefined);
              setExpected(plan.credits);
              setText(String(plan.credits));
            }}
          >
            Edit
          </Button>
        </IfPermitted>
      </div>
    );
  }
  const isWaiting = hasApprovals && /^\d+$/.test(text) && Number(text) < expected;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const credits = Number(text);
    const isValid = /^\d+$/.test(text) && credits >= 1 && credits <= MAX_PLAN_CREDITS;
    setError(isValid ? undefined : 'Enter a whole number from 1 to 1,00,000');
    if (isValid) save.mutate(credits);
  };
  return (
    <form
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => event.key === 'Escape' && setText(null)}
      className="ml-auto grid w-56 gap-2 py-2 text-left whitespace-normal"
    >
      <Input
        label={`Credits of ${plan.name}`}
        type="number"
        min={1}
        autoFocus
        value={text}
        error={error}
        onChange={(event) => setText(event.target.value)}
      />
      {isWaiting && (
        <>
          <SecondOperatorNotice why="The price is lower than before" />
          <ReasonField value={reason} onChange={setReason} />
        </>
      )}
      <div className="flex justify-end gap-2">
        <Button tone="ghost" size="sm" onClick={() => setText(null)}>
          Cancel
        </Button>
        <Button type="submit" size="sm" busy={save.isPending} disabled={isWaiting && !isReason(reason)}>
          {isWaiting ? 'Request approval' : 'Save'}
        </Button>
      </div>
    </form>
  );
}
