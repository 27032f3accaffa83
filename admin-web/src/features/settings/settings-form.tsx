import type { BillingSettings } from '@luit/contracts/billing/settings';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { toast } from '@luit/ui/toaster';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEventHandler, ReactNode } from 'react';
import { Section } from '../../components/section';
import { errorMessage } from '../../lib/admin-error';
import { useServices } from '../../lib/services';

/** Saves some of the settings; the others stay as they are. */
export function useSaveSettings() {
  const { client } = useServices();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (changed: Partial<BillingSettings>) =>
      client.send<BillingSettings>('PATCH', '/api/admin/settings', changed),
    onSuccess: async () => {
      toast.success('Settings saved');
      await cache.invalidateQueries({ queryKey: ['settings'] });
    },
  });
}

interface SettingsFormProps {
  title: string;
  description: string;
  save: ReturnType<typeof useSaveSettings>;
  onSubmit: FormEventHandler;
  /** The fields. */
  children: ReactNode;
}

/** A section of the settings that is saved by itself. */
export function SettingsForm({ title, description, save, onSubmit, children }: SettingsFormProps) {
  return (
    <Section title={title}>
      <form noValidate onSubmit={onSubmit} className="grid max-w-xl gap-4 p-4">
        <p className="text-sm text-muted">{description}</p>
        <div className="grid gap-4 sm:grid-cols-2">{children}</div>
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
