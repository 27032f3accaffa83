import type { Approval } from '@luit/contracts/billing/approvals';
import type { BillingSettings } from '@luit/contracts/billing/settings';
import { toast } from '@luit/ui/toaster';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEventHandler, ReactNode } from 'react';
import { SaveRow } from '../../components/save-row';
import { Section } from '../../components/section';
import { useServices } from '../../lib/services';
import { waitingText } from '../approvals/approval-words';

/** Saves some of the settings; the others stay as they are. */
export function useSaveSettings() {
  const { client } = useServices();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (changed: Partial<BillingSettings> & { reason?: string }) =>
      client.send<BillingSettings & { approval: Approval | null }>('PATCH', '/api/admin/settings', changed),
    onSuccess: async ({ approval }) => {
      toast.success(approval ? waitingText(approval) : 'Settings saved');
      await Promise.all([
        cache.invalidateQueries({ queryKey: ['settings'] }),
        cache.invalidateQueries({ queryKey: ['approvals'] }),
      ]);
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
        <SaveRow save={save} />
      </form>
    </Section>
  );
}
