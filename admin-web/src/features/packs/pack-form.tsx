import type { AdminPackView } from '@luit/contracts/http/admin-packs';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { Card } from '@luit/ui/card';
import { Input } from '@luit/ui/input';
import { Textarea } from '@luit/ui/textarea';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { toast } from '@luit/ui/toaster';
import { errorMessage } from '../../lib/admin-error';
import { formatNumber } from '../../lib/format';
import { useServices } from '../../lib/services';

type Fields = Pick<
  AdminPackView,
  'id' | 'name' | 'credits' | 'price' | 'savings' | 'position' | 'description' | 'popular'
>;

const wholeNumber = (min: number, max: number) => ({
  valueAsNumber: true,
  required: 'Enter a number',
  validate: (value: number) =>
    (Number.isInteger(value) && value >= min && value <= max) ||
    `Enter a whole number from ${formatNumber(min)} to ${formatNumber(max)}`,
});

/** Edits a pack, or creates one. Refreshing the list in the background does not reset the form. */
export function PackForm({ pack, onDone }: { pack: AdminPackView | null; onDone: () => void }) {
  const { client } = useServices();
  const cache = useQueryClient();
  const { register, handleSubmit, formState } = useForm<Fields>({
    defaultValues: pack ?? { savings: 0, position: 10, popular: false },
  });
  const { errors } = formState;
  const save = useMutation({
    mutationFn: ({ id, name, credits, price, savings, position, description, popular }: Fields) => {
      const fields = { name, credits, price, savings, position, description, popular };
      return pack
        ? client.send('PATCH', `/api/admin/credit-packs/${pack.id}`, fields)
        : client.send('POST', '/api/admin/credit-packs', { id, ...fields });
    },
    onSuccess: async (_, { name }) => {
      toast.success(`Saved ${name}`);
      await cache.invalidateQueries({ queryKey: ['packs'] });
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
              validate: (value) => (value >= 1 && value <= 1_000_000) || 'Enter an amount from ₹1 to ₹10,00,000',
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
        {save.isError && <Alert tone="danger">{errorMessage(save.error)}</Alert>}
        <div className="flex justify-end gap-2">
          <Button tone="ghost" size="sm" onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" size="sm" busy={save.isPending}>
            Save
          </Button>
        </div>
      </form>
    </Card>
  );
}
