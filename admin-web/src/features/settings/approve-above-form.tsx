import { INPUT_LIMITS } from '@luit/contracts/auth/limits';
import type { Approval } from '@luit/contracts/billing/approvals';
import { MAX_RUPEES } from '@luit/contracts/billing/limits';
import { toPaise } from '@luit/contracts/billing/money';
import type { BillingSettings } from '@luit/contracts/billing/settings';
import { Input } from '@luit/ui/input';
import { toast } from '@luit/ui/toaster';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { SaveRow } from '../../components/save-row';
import { Section } from '../../components/section';
import { useServices } from '../../lib/services';

type Limits = BillingSettings['approveAbove'];

const OPTIONAL_RUPEES = {
  validate: (text: string) =>
    text === '' ||
    toPaise(text) <= MAX_RUPEES * 100 ||
    'Enter an amount with at most two decimals, or leave this empty',
};
const OPTIONAL_WHOLE = {
  validate: (text: string) => /^\d{0,9}$/.test(text) || 'Enter a whole number, or leave this empty',
};
const textOf = (limit: number | null) => (limit === null ? '' : String(limit));
const limitOf = (text: string) => (text === '' ? null : Number(text));

/** Above these amounts an action waits for a second operator. */
export function ApproveAboveForm({ limits }: { limits: Limits }) {
  const { client } = useServices();
  const cache = useQueryClient();
  const { register, handleSubmit, formState } = useForm({
    defaultValues: {
      rupees: textOf(limits.refundPaise === null ? null : limits.refundPaise / 100),
      credits: textOf(limits.credits),
      reason: '',
    },
  });
  const { errors } = formState;
  const save = useMutation({
    mutationFn: (change: { approveAbove: Limits; reason?: string }) =>
      client.send<BillingSettings & { approval: Approval | null }>('PATCH', '/api/admin/settings', change),
    onSuccess: async ({ approval }) => {
      toast.success(approval ? 'A second operator must approve this' : 'Settings saved');
      await Promise.all([
        cache.invalidateQueries({ queryKey: ['settings'] }),
        cache.invalidateQueries({ queryKey: ['approvals'] }),
      ]);
    },
  });
  return (
    <Section title="Second operator">
      <form
        noValidate
        onSubmit={handleSubmit(({ rupees, credits, reason }) => {
          save.mutate({
            approveAbove: { refundPaise: rupees === '' ? null : toPaise(rupees), credits: limitOf(credits) },
            reason: reason.trim() || undefined,
          });
        })}
        className="grid max-w-xl gap-4 p-4"
      >
        <p className="text-sm text-muted">
          Above these limits, a second operator must approve. What one operator refunds or changes for one customer
          within 24 hours counts as one amount. Leave a field empty to never require approval. Raising or removing a
          limit needs approval as well, so at least two operators must be able to change settings.
        </p>
        <div className="grid gap-4 sm:grid-cols-2">
          <Input
            label="Approve refunds above (₹)"
            inputMode="decimal"
            error={errors.rupees?.message}
            {...register('rupees', OPTIONAL_RUPEES)}
          />
          <Input
            label="Approve changes of credits above"
            inputMode="numeric"
            error={errors.credits?.message}
            {...register('credits', OPTIONAL_WHOLE)}
          />
        </div>
        <Input
          label="Reason for the second operator"
          hint="Required to raise or remove a limit"
          maxLength={INPUT_LIMITS.reason}
          {...register('reason')}
        />
        <SaveRow save={save} />
      </form>
    </Section>
  );
}
