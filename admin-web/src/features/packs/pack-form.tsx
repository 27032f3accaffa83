import { PACK_LIMITS } from '@luit/contracts/billing/limits';
import { toPaise } from '@luit/contracts/billing/money';
import { sellsCheaper } from '@luit/contracts/billing/value-changes';
import type { Approval } from '@luit/contracts/billing/approvals';
import type { AdminPackView } from '@luit/contracts/http/admin-packs';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { Card } from '@luit/ui/card';
import { Input } from '@luit/ui/input';
import { Textarea } from '@luit/ui/textarea';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { toast } from '@luit/ui/toaster';
import { isReason, ReasonField } from '../../components/reason-field';
import { errorMessage } from '../../lib/admin-error';
import { formatNumber } from '../../lib/format';
import { useServices } from '../../lib/services';
import { waitingText } from '../approvals/approval-words';
import { SecondOperatorNotice, useHasApprovals } from '../approvals/second-operator';

type Fields = Pick<
  AdminPackView,
  'id' | 'name' | 'credits' | 'price' | 'savings' | 'position' | 'description' | 'popular'
>;

interface PackAnswer {
  approval: Approval | null;
}

const wholeNumber = (min: number, max: number) => ({
  valueAsNumber: true,
  required: 'Enter a number',
  validate: (value: number) =>
    (Number.isInteger(value) && value >= min && value <= max) ||
    `Enter a whole number from ${formatNumber(min)} to ${formatNumber(max)}`,
});

/** What the form opens with instead of the pack's own values. */
export type PackChanges = Partial<Pick<Fields, 'credits' | 'savings'>>;

const isPrice = (rupees: number) => rupees >= 1 && rupees <= PACK_LIMITS.priceRupees && !Number.isNaN(toPaise(rupees));

interface PackFormProps {
  /** Null for a new one. */
  pack: AdminPackView | null;
  packs: AdminPackView[];
  changes?: PackChanges;
  onDone: () => void;
}

/** Edits a pack, or creates one. Refreshing the list in the background does not reset the form. */
export function PackForm({ pack, packs, changes, onDone }: PackFormProps) {
  const { client } = useServices();
  const cache = useQueryClient();
  const { register, handleSubmit, formState, control } = useForm<Fields>({
    defaultValues: pack ? { ...pack, ...changes } : { savings: 0, position: 10, popular: false },
  });
  const { errors } = formState;
  const [reason, setReason] = useState('');
  const [price, credits] = useWatch({ control, name: ['price', 'credits'] });
  const isCheaper =
    price > 0 && credits > 0 && sellsCheaper({ price, credits, archived_at: pack?.archived_at ?? null }, packs);
  const isWaiting = useHasApprovals() && isCheaper;
  const save = useMutation({
    mutationFn: ({ id, name, credits, price, savings, position, description, popular }: Fields) => {
      const fields = { name, credits, price, savings, position, description, popular };
      const body = { ...fields, reason: reason.trim() || undefined };
      return pack
        ? client.send<PackAnswer>('PATCH', `/api/admin/credit-packs/${pack.id}`, body)
        : client.send<PackAnswer>('POST', '/api/admin/credit-packs', { id, ...body });
    },
    onSuccess: async ({ approval }, { name }) => {
      toast.success(approval ? waitingText(approval) : `Saved ${name}`);
      await Promise.all([
        cache.invalidateQueries({ queryKey: ['packs'] }),
        cache.invalidateQueries({ queryKey: ['approvals'] }),
      ]);
      onDone();
    },
  });

  return (
    <Card as="article" aria-label={pack ? `Edit ${pack.name}` : 'New pack'} className="p-4">
      <form noValidate onSubmit={handleSubmit((fields) => save.mutate(fields))} className="grid gap-3.5">
        <h2 className="text-lg font-semibold">{pack ? `Edit ${pack.name}` : 'New pack'}</h2>
        {!pack && (
          <Input
            label="ID"
            hint="Cannot be changed later"
            error={errors.id?.message}
            {...register('id', {
              required: 'ID is required',
              pattern: { value: /^[a-z0-9][a-z0-9-]{0,39}$/, message: 'Use lowercase letters, digits, and hyphens' },
            })}
          />
        )}
        <Input label="Name" error={errors.name?.message} {...register('name', { required: 'Name is required' })} />
        <div className="grid grid-cols-2 gap-3">
          <Input
            label="Price (₹)"
            type="number"
            step="0.01"
            min={1}
            error={errors.price?.message}
            {...register('price', {
              valueAsNumber: true,
              validate: (value) => isPrice(value) || 'Enter an amount from ₹1 to ₹10,00,000, with at most two decimals',
            })}
          />
          <Input
            label="Credits"
            type="number"
            min={1}
            error={errors.credits?.message}
            {...register('credits', wholeNumber(1, 1_000_000))}
          />
          <Input
            label="Declared savings (%)"
            type="number"
            min={0}
            max={100}
            error={errors.savings?.message}
            {...register('savings', wholeNumber(0, 100))}
          />
          <Input
            label="Position"
            type="number"
            min={0}
            error={errors.position?.message}
            {...register('position', wholeNumber(0, 1_000))}
          />
        </div>
        <Textarea
          label="Description"
          rows={2}
          error={errors.description?.message}
          {...register('description', { required: 'Description is required' })}
        />
        <label className="flex items-center gap-2.5 text-sm font-medium">
          <input type="checkbox" className="size-4 accent-primary" {...register('popular')} />
          Mark as popular
        </label>
        {isWaiting && (
          <>
            <SecondOperatorNotice why="Credits would cost less than in any pack on sale" />
            <ReasonField value={reason} onChange={setReason} />
          </>
        )}
        {save.isError && <Alert tone="danger">{errorMessage(save.error)}</Alert>}
        <div className="flex justify-end gap-2">
          <Button tone="ghost" size="sm" onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" size="sm" busy={save.isPending} disabled={isWaiting && !isReason(reason)}>
            {isWaiting ? 'Request approval' : 'Save'}
          </Button>
        </div>
      </form>
    </Card>
  );
}
