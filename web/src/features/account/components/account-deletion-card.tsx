import { Button } from '@luit/ui/button';
import { Card } from '@luit/ui/card';
import { Dialog } from '@luit/ui/dialog';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { deletionCopy } from '../deletion-copy';
import { AccountDeletionSummary } from './account-deletion-summary';
import { AccountDeletionForm } from './account-deletion-form';

export function AccountDeletionCard() {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <Card as="section" aria-labelledby="account-deletion" className="p-6 sm:p-8">
      <h2 id="account-deletion" className="text-title heading">
        {deletionCopy.title}
      </h2>
      <p className="mt-1 text-muted">{deletionCopy.lead}</p>
      <Button
        tone="danger"
        className="mt-5"
        icon={<Trash2 className="size-4" aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {deletionCopy.open}
      </Button>
      <Dialog isOpen={isOpen} onClose={close} title={deletionCopy.dialogTitle} description={deletionCopy.dialogLead}>
        <AccountDeletionSummary />
        <AccountDeletionForm onKeep={close} />
      </Dialog>
    </Card>
  );
}
