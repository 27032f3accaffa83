import { EXAMPLE_LIMITS, OWNER_MUST_AGREE } from '@luit/contracts/generation/limits';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { Card } from '@luit/ui/card';
import { Checkbox } from '@luit/ui/checkbox';
import { Input } from '@luit/ui/input';
import { toast } from '@luit/ui/toaster';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { errorMessage } from '../../lib/admin-error';
import { useServices } from '../../lib/services';

interface Fields {
  requestId: string;
  title: string;
  ownerAgreed: boolean;
}

const EMPTY: Fields = { requestId: '', title: '', ownerAgreed: false };
const UUID = /^\s*[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\s*$/i;

/** Adds a finished video to the examples. */
export function ExampleForm({ jobId }: { jobId: string }) {
  const { client } = useServices();
  const cache = useQueryClient();
  const { register, handleSubmit, reset, formState } = useForm<Fields>({
    defaultValues: { ...EMPTY, requestId: jobId },
  });
  const { errors } = formState;
  const add = useMutation({
    mutationFn: ({ requestId, ...fields }: Fields) =>
      client.send('POST', '/api/admin/examples', { requestId: requestId.trim(), ...fields }),
    onSuccess: async (_, { title }) => {
      toast.success(`${title} is now an example`);
      reset(EMPTY);
      await cache.invalidateQueries({ queryKey: ['examples'] });
    },
  });
  return (
    <Card as="section" aria-label="New example" className="p-4">
      <form noValidate onSubmit={handleSubmit((fields) => add.mutate(fields))} className="grid gap-3.5">
        <h2 className="text-lg font-semibold">New example</h2>
        <Input
          label="Job ID"
          hint="A finished video that was made from a prompt alone"
          error={errors.requestId?.message}
          {...register('requestId', {
            pattern: { value: UUID, message: 'Enter the ID of a job' },
            required: 'Enter the ID of a job',
          })}
        />
        <Input
          label="Title"
          maxLength={EXAMPLE_LIMITS.title}
          error={errors.title?.message}
          {...register('title', { validate: (title) => title.trim() !== '' || 'Title is required' })}
        />
        <Checkbox
          label="The owner agreed"
          hint="Everyone will see the video and its prompt. Your confirmation is recorded."
          {...register('ownerAgreed', { validate: (isChecked) => isChecked || OWNER_MUST_AGREE })}
        />
        {errors.ownerAgreed && <Alert tone="danger">{errors.ownerAgreed.message}</Alert>}
        {add.isError && <Alert tone="danger">{errorMessage(add.error)}</Alert>}
        <Button type="submit" size="sm" busy={add.isPending} className="justify-self-end">
          Add example
        </Button>
      </form>
    </Card>
  );
}
