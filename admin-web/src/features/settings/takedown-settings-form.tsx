import type { TakedownSettings } from '@luit/contracts/generation/takedowns';
import { Checkbox } from '@luit/ui/checkbox';
import { toast } from '@luit/ui/toaster';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { SaveRow } from '../../components/save-row';
import { Section } from '../../components/section';
import { useServices } from '../../lib/services';
import { TAKEDOWN_SETTINGS_PATH } from './takedown-settings-query';

/** Whether the credits of what is taken down return. */
export function TakedownSettingsForm({ settings }: { settings: TakedownSettings }) {
  const { client } = useServices();
  const cache = useQueryClient();
  const { register, handleSubmit } = useForm({ defaultValues: settings });
  const save = useMutation({
    mutationFn: (changed: TakedownSettings) => client.send('PATCH', TAKEDOWN_SETTINGS_PATH, changed),
    onSuccess: async () => {
      toast.success('Settings saved');
      await cache.invalidateQueries({ queryKey: [TAKEDOWN_SETTINGS_PATH] });
    },
  });
  return (
    <Section title="Takedowns">
      <form noValidate onSubmit={handleSubmit((changed) => save.mutate(changed))} className="grid max-w-xl gap-4 p-4">
        <Checkbox
          label="Return the credits of what is taken down"
          hint="Never for intimate imagery or child abuse. Credits are returned once per job, and stay returned if the takedown is lifted. Videos that were paid for directly are not refunded."
          {...register('returnsCredits')}
        />
        <SaveRow save={save} label="Save the takedown setting" />
      </form>
    </Section>
  );
}
