import { Button } from '@luit/ui/button';
import { Card } from '@luit/ui/card';
import { Dialog } from '@luit/ui/dialog';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { closingCopy } from '../copy';
import { ClosingFacts } from './closing-facts';
import { ClosingForm } from './closing-form';

/** The way out: what deleting the account means, and the password that begins it. */
export function ClosingCard() {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <Card as="section" aria-labelledby="closing" className="p-6 sm:p-8">
      <h2 id="closing" className="text-title wide">
        {closingCopy.title}
      </h2>
      <p className="mt-1 text-muted">{closingCopy.lead}</p>
      <Button
        tone="danger"
        className="mt-5"
        icon={<Trash2 className="size-4" aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {closingCopy.open}
      </Button>
      <Dialog isOpen={isOpen} onClose={close} title={closingCopy.dialogTitle} description={closingCopy.dialogLead}>
        <ClosingFacts />
        <ClosingForm onKeep={close} />
      </Dialog>
    </Card>
  );
}
