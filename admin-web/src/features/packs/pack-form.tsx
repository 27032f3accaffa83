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
import { useServices } from '../../lib/services';

type Fields = Pick<
  AdminPackView,
  'id' | 'name' | 'credits' | 'price' | 'savings' | 'position' | 'description' | 'popular'
>;

const whole = (min: number, max: number) => ({
  valueAsNumber: true,
  required: 'A number is missing',
  validate: (value: number) =>
    (Number.isInteger(value) && value >= min && value <= max) || `A whole number from ${min} to ${max}`,
});

/** A pack to be changed, or a new one. It keeps what was typed whatever the list behind it does. */
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
      toast.success(`${name} has been saved`);
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
            label="Id"
            hint="Never changes"
            error={errors.id?.message}
            {...register('id', {
              required: 'An id is missing',
              pattern: { value: /^[a-z0-9][a-z0-9-]{0,39}$/, message: 'Small letters, digits and hyphens' },
            })}
          />
        )}
        <Input label="Name" error={errors.name?.message} {...register('name', { required: 'A name is missing' })} />
        <div className="grid grid-cols-2 gap-3">
          <Input
            label="Price, rupees"
            type="number"
            step="0.01"
            min={1}
            error={errors.price?.message}
            {...register('price', {
              valueAsNumber: true,
              validate: (value) => (value >= 1 && value <= 1_000_000) || 'From 1 to 10,00,000 rupees',
            })}
          />
          <Input
            label="Credits"
            type="number"
            min={1}
            error={errors.credits?.message}
            {...register('credits', whole(1, 1_000_000))}
          />
          <Input
            label="Declared saving, %"
            type="number"
            min={0}
            max={100}
            error={errors.savings?.message}
            {...register('savings', whole(0, 100))}
          />
          <Input
            label="Position"
            type="number"
            min={0}
            error={errors.position?.message}
            {...register('position', whole(0, 1_000))}
          />
        </div>
        <Textarea
          label="Description"
          rows={2}
          error={errors.description?.message}
          {...register('description', { required: 'A description is missing' })}
        />
        <label className="flex items-center gap-2.5 text-sm font-medium">
          <input type="checkbox" className="size-4 accent-primary" {...register('popular')} />
          Marked as popular
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
