import { MAX_PLAN_CREDITS } from '@luit/contracts/generation/limits';
import type { AdminPlan } from '@luit/contracts/generation/plans';
import { Button } from '@luit/ui/button';
import { Input } from '@luit/ui/input';
import { toast } from '@luit/ui/toaster';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { AdminError, errorMessage } from '../../lib/admin-error';
import { formatNumber } from '../../lib/format';
import { useServices } from '../../lib/services';

/** What a plan costs, changed where it stands. */
export function PlanCredits({ plan }: { plan: AdminPlan }) {
  const { client } = useServices();
  const cache = useQueryClient();
  // What is typed; null while nothing is edited.
  const [text, setText] = useState<string | null>(null);
  const [fault, setFault] = useState<string>();
  // What the operator decided upon: a refresh of the list behind the form does not move it.
  const [expected, setExpected] = useState(plan.credits);
  const save = useMutation({
    mutationFn: (credits: number) =>
      client.send('PATCH', `/api/admin/plans/${plan.id}`, { credits, expectedCredits: expected }),
    onSuccess: async (_, credits) => {
      toast.success(`${plan.name} costs ${formatNumber(credits)} credits from now on`);
      await cache.invalidateQueries({ queryKey: ['plans'] });
      setText(null);
    },
    onError: (error) => {
      const now = error instanceof AdminError && error.status === 409 ? error.details['credits'] : undefined;
      if (typeof now !== 'number') return setFault(errorMessage(error));
      setExpected(now);
      setFault(`It changed meanwhile: now ${formatNumber(now)}. Save again to set it all the same.`);
    },
  });
  if (text === null) {
    return (
      <div className="flex items-center justify-end gap-3">
        <span className="font-semibold tabular-nums">{formatNumber(plan.credits)}</span>
        <Button
          tone="ghost"
          size="sm"
          aria-label={`Edit credits of ${plan.name}`}
          onClick={() => {
            setFault(undefined);
            setExpected(plan.credits);
            setText(String(plan.credits));
          }}
        >
          Edit
        </Button>
      </div>
    );
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const credits = Number(text);
    const isFit = /^\d+$/.test(text) && credits >= 1 && credits <= MAX_PLAN_CREDITS;
    setFault(isFit ? undefined : 'A whole number from 1 to 1,00,000');
    if (isFit) save.mutate(credits);
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
        error={fault}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="flex justify-end gap-2">
        <Button tone="ghost" size="sm" onClick={() => setText(null)}>
          Cancel
        </Button>
        <Button type="submit" size="sm" busy={save.isPending}>
          Save
        </Button>
      </div>
    </form>
  );
}
