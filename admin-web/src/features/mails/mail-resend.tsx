import type { ListedMail } from '@luit/contracts/auth/mails';
import { Button } from '@luit/ui/button';
import { toast } from '@luit/ui/toaster';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ReasonedDialog } from '../../components/reasoned-dialog';
import { useCan } from '../../lib/operator';
import { useServices } from '../../lib/services';

/** Sends a mail again, with a reason for the audit log. */
export function MailResend({ mail: { id, to, sentAt } }: { mail: ListedMail }) {
  const { client } = useServices();
  const cache = useQueryClient();
  const canResend = useCan('mails.resend');
  const [isOpen, setOpen] = useState(false);
  if (!canResend) return null;
  const label = sentAt ? 'Send again' : 'Send now';
  const resend = async (reason: string) => {
    await client.send('POST', `/api/admin/mails/${id}/resend`, { reason });
    toast.success('The email is on its way');
    await cache.invalidateQueries();
  };
  return (
    <>
      <Button tone="secondary" size="sm" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && (
        <ReasonedDialog
          onClose={() => setOpen(false)}
          title={`${label}?`}
          description={`${to} gets this email once, even if you confirm several times within a minute.`}
          confirmLabel={label}
          onConfirm={resend}
        />
      )}
    </>
  );
}
