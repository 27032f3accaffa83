import { EXAMPLE_LIMITS, OWNER_MUST_AGREE } from '@luit/contracts/generation/limits';
import type { ExampleView } from '@luit/contracts/http/examples';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { Checkbox } from '@luit/ui/checkbox';
import { Dialog } from '@luit/ui/dialog';
import { Input } from '@luit/ui/input';
import { toast } from '@luit/ui/toaster';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { errorMessage } from '../../lib/admin-error';
import { useServices } from '../../lib/services';
import { examplesQuery } from './examples-query';
import { RemoveButton } from './remove-button';

interface FeatureProps {
  jobId: string;
  /** Its first words are the suggested title. */
  prompt: string;
}

/** Shows a finished video in the gallery, or removes it from there. */
export function FeatureButton({ jobId, prompt }: FeatureProps) {
  const { client } = useServices();
  const { data } = useQuery(examplesQuery(client));
  const [isOpen, setOpen] = useState(false);
  const featured = data?.items.find(({ id }: ExampleView) => id === jobId);
  if (featured) return <RemoveButton id={jobId} title={featured.title} label="Remove from gallery" />;
  return (
    <>
      <Button tone="secondary" size="sm" disabled={!data} onClick={() => setOpen(true)}>
        Feature
      </Button>
      {isOpen && <FeatureDialog jobId={jobId} prompt={prompt} onClose={() => setOpen(false)} />}
    </>
  );
}

interface Fields {
  title: string;
  ownerAgreed: boolean;
}

function FeatureDialog({ jobId, prompt, onClose }: FeatureProps & { onClose: () => void }) {
  const { client } = useServices();
  const cache = useQueryClient();
  const { register, handleSubmit, formState } = useForm<Fields>({
    defaultValues: { title: firstWords(prompt), ownerAgreed: false },
  });
  const { errors } = formState;
  const add = useMutation({
    mutationFn: (fields: Fields) => client.send('POST', '/api/admin/examples', { requestId: jobId, ...fields }),
    onSuccess: async (_, { title }) => {
      toast.success(`${title} is in the gallery`);
      onClose();
      await cache.invalidateQueries(examplesQuery(client));
    },
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Feature this video?"
      description="Everyone sees it with its prompt, model and price. It leaves the gallery when its owner deletes it or it is taken down."
    >
      <form noValidate onSubmit={handleSubmit((fields) => add.mutate(fields))} className="grid gap-4">
        <Input
          label="Title"
          maxLength={EXAMPLE_LIMITS.title}
          error={errors.title?.message}
          {...register('title', { validate: (title) => title.trim() !== '' || 'Title is required' })}
        />
        <Checkbox
          label="The owner agreed"
          hint="Also check this if the account is yours. Your confirmation is recorded."
          {...register('ownerAgreed', { validate: (isChecked) => isChecked || OWNER_MUST_AGREE })}
        />
        {errors.ownerAgreed && <Alert tone="danger">{errors.ownerAgreed.message}</Alert>}
        {add.isError && <Alert tone="danger">{errorMessage(add.error)}</Alert>}
        <Button type="submit" busy={add.isPending} className="justify-self-end">
          Feature
        </Button>
      </form>
    </Dialog>
  );
}

/** At most `EXAMPLE_LIMITS.title` characters, without half a word. */
function firstWords(prompt: string): string {
  if (prompt.length <= EXAMPLE_LIMITS.title) return prompt;
  return prompt.slice(0, EXAMPLE_LIMITS.title).replace(/\s+\S*$/, '');
}
