import {
  MAX_PRESET_ID,
  PRESET_LIMITS,
  PRESET_TEXT_INVALID,
  PROMPT_PLACEHOLDER,
} from '@luit/contracts/generation/limits';
import type { AdminPreset, Preset } from '@luit/contracts/generation/presets';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { Card } from '@luit/ui/card';
import { Input } from '@luit/ui/input';
import { Textarea } from '@luit/ui/textarea';
import { toast } from '@luit/ui/toaster';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { errorMessage } from '../../lib/admin-error';
import { useServices } from '../../lib/services';

type Fields = Pick<Preset, 'id' | 'name' | 'description' | 'text'>;

const required = (name: string) => ({ required: `${name} is required` });

interface PresetFormProps {
  kind: Preset['kind'];
  /** Null for a new one. */
  preset: AdminPreset | null;
  onDone: () => void;
}

/** Edits a preset, or creates one. Refreshing the list in the background does not reset the form. */
export function PresetForm({ kind, preset, onDone }: PresetFormProps) {
  const { client } = useServices();
  const cache = useQueryClient();
  const defaultValues = preset ?? { text: `${PROMPT_PLACEHOLDER} ` };
  const { register, handleSubmit, formState } = useForm<Fields>({ defaultValues });
  const { errors } = formState;
  const title = preset ? `Edit ${preset.name}` : kind === 'camera' ? 'New camera motion' : 'New style';
  const save = useMutation({
    mutationFn: ({ id, name, description, text }: Fields) => {
      const fields = { name, description, text };
      return preset
        ? client.send('PATCH', `/api/admin/presets/${preset.id}`, fields)
        : client.send('POST', '/api/admin/presets', { id, kind, ...fields });
    },
    onSuccess: async (_, { name }) => {
      toast.success(`Saved ${name}`);
      await cache.invalidateQueries({ queryKey: ['presets'] });
      onDone();
    },
  });
  return (
    <Card as="article" aria-label={title} className="p-4">
      <form noValidate onSubmit={handleSubmit((fields) => save.mutate(fields))} className="grid gap-3.5">
        <h3 className="text-lg font-semibold">{title}</h3>
        {!preset && (
          <Input
            label="ID"
            hint="Cannot be changed later"
            maxLength={MAX_PRESET_ID}
            error={errors.id?.message}
            {...register('id', {
              ...required('ID'),
              pattern: { value: /^[a-z0-9]+(-[a-z0-9]+)*$/, message: 'Use lowercase letters, digits, and hyphens' },
            })}
          />
        )}
        <Input
          label="Name"
          maxLength={PRESET_LIMITS.name}
          error={errors.name?.message}
          {...register('name', required('Name'))}
        />
        <Textarea
          label="Description"
          rows={2}
          maxLength={PRESET_LIMITS.description}
          error={errors.description?.message}
          {...register('description', required('Description'))}
        />
        <Textarea
          label="Text for the model"
          hint={`${PROMPT_PLACEHOLDER} stands for what the creator wrote`}
          rows={3}
          maxLength={PRESET_LIMITS.text}
          error={errors.text?.message}
          {...register('text', { validate: (text) => text.includes(PROMPT_PLACEHOLDER) || PRESET_TEXT_INVALID })}
        />
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
