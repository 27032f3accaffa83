import { t } from '@lingui/core/macro';
import { Button } from '@luit/ui/button';
import { Card } from '@luit/ui/card';
import { Dialog } from '@luit/ui/dialog';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { AccountDeletionSummary } from './account-deletion-summary';
import { AccountDeletionForm } from './account-deletion-form';

export function AccountDeletionCard() {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <Card as="section" aria-labelledby="account-deletion" className="p-6 sm:p-8">
      <h2 id="account-deletion" className="text-title heading">
        {t`Delete account`}
      </h2>
      <p className="mt-1 text-muted">{t`Permanently delete your videos, images and personal data. You can review the details before you confirm.`}</p>
      <Button
        tone="danger"
        className="mt-5"
        icon={<Trash2 className="size-4" aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t`Delete account`}
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={close}
        title={t`Delete your account?`}
        description={t`Deletion starts immediately and can’t be undone. It usually takes a few minutes, and we’ll email you when it’s done.`}
      >
        <AccountDeletionSummary />
        <AccountDeletionForm onKeep={close} />
      </Dialog>
    </Card>
  );
}
