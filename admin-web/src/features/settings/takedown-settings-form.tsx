import { INPUT_LIMITS, REASON_REQUIRED } from '@luit/contracts/auth/limits';
import type { Approval } from '@luit/contracts/billing/approvals';
import type { TakedownSettings } from '@luit/contracts/generation/takedowns';
import { Checkbox } from '@luit/ui/checkbox';
import { Input } from '@luit/ui/input';
import { toast } from '@luit/ui/toaster';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { isReason } from '../../components/reason-field';
import { SaveRow } from '../../components/save-row';
import { Section } from '../../components/section';
import { useServices } from '../../lib/services';
import { waitingText } from '../approvals/approval-words';
import { SecondOperatorNotice, useHasApprovals } from '../approvals/second-operator';
import { TAKEDOWN_SETTINGS_PATH } from './takedown-settings-query';

/** Whether the credits of what is taken down return. */
export function TakedownSettingsForm({ settings }: { settings: TakedownSettings }) {
  const { client } = useServices();
  const cache = useQueryClient();
  const { register, handleSubmit, control, formState } = useForm({ defaultValues: { ...settings, reason: '' } });
  const returnsCredits = useWatch({ control, name: 'returnsCredits' });
  const isWaiting = useHasApprovals() && returnsCredits && !settings.returnsCredits;
  const save = useMutation({
    mutationFn: (changed: TakedownSettings & { reason: string }) => {
      const body = { ...changed, reason: changed.reason.trim() || undefined };
      return client.send<{ approval: Approval | null }>('PATCH', TAKEDOWN_SETTINGS_PATH, body);
    },
    onSuccess: async ({ approval }) => {
      toast.success(approval ? waitingText(approval) : 'Settings saved');
      await Promise.all([
        cache.invalidateQueries({ queryKey: [TAKEDOWN_SETTINGS_PATH] }),
        cache.invalidateQueries({ queryKey: ['approvals'] }),
      ]);
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
        {isWaiting && (
          <>
            <SecondOperatorNotice why="Every takedown would return credits" />
            <Input
              label="Reason for the second operator"
              maxLength={INPUT_LIMITS.reason}
              error={formState.errors.reason?.message}
              {...register('reason', { validate: (text) => !isWaiting || isReason(text) || REASON_REQUIRED })}
            />
          </>
        )}
        <SaveRow save={save} label="Save the takedown setting" />
      </form>
    </Section>
  );
}
