import { SIGNUP_GRANT_LIMITS } from '@luit/contracts/billing/limits';
import type { BillingSettings } from '@luit/contracts/billing/settings';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { Input } from '@luit/ui/input';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { toast } from '@luit/ui/toaster';
import { Section } from '../../components/section';
import { errorMessage } from '../../lib/admin-error';
import { useServices } from '../../lib/services';

type Grant = BillingSettings['signupGrant'];

export function SignupGrantForm({ grant }: { grant: Grant }) {
  const { client } = useServices();
  const cache = useQueryClient();
  const { register, handleSubmit, formState } = useForm({
    defaultValues: {
      credits: String(grant.credits),
      days: grant.expiresInDays === null ? '' : String(grant.expiresInDays),
    },
  });
  const { errors } = formState;
  const save = useMutation({
    mutationFn: (signupGrant: Grant) => client.send<BillingSettings>('PATCH', '/api/admin/settings', { signupGrant }),
    onSuccess: async () => {
      toast.success('Settings saved');
      await cache.invalidateQueries({ queryKey: ['settings'] });
    },
  });
  return (
    <Section title="Welcome credits">
      <form
        noValidate
        onSubmit={handleSubmit(({ credits, days }) =>
          save.mutate({ credits: Number(credits), expiresInDays: days === '' ? null : Number(days) }),
        )}
        className="grid max-w-xl gap-4 p-4"
      >
        <p className="text-sm text-muted">Granted once to each account when its email address is confirmed.</p>
        <div className="grid gap-4 sm:grid-cols-2">
          <Input
            label="Credits"
            type="number"
            min={0}
            hint="Enter 0 to grant none"
            error={errors.credits?.message}
            {...register('credits', {
              validate: (text) =>
                (/^\d+$/.test(text) && Number(text) <= SIGNUP_GRANT_LIMITS.credits) ||
                'Enter a whole number from 0 to 1,00,000',
            })}
          />
          <Input
            label="Expire after (days)"
            type="number"
            min={1}
            hint="Leave empty for no expiration"
            error={errors.days?.message}
            {...register('days', {
              validate: (text) =>
                text === '' ||
                (/^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= SIGNUP_GRANT_LIMITS.days) ||
                'Enter a whole number from 1 to 3,650',
            })}
          />
        </div>
        {save.isError && <Alert tone="danger">{errorMessage(save.error)}</Alert>}
        <div>
          <Button type="submit" size="sm" busy={save.isPending}>
            Save
          </Button>
        </div>
      </form>
    </Section>
  );
}
