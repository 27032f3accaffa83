import type { CreditTransaction } from '@luit/contracts/billing/transactions';
import { Button } from '@luit/ui/button';
import { useMutation } from '@tanstack/react-query';
import { FileDown } from 'lucide-react';
import { savePdf } from '../../../lib/save-pdf';
import { useServices } from '../../../lib/services';
import { creditsCopy } from '../copy';

interface InvoiceButtonProps {
  of: Pick<CreditTransaction, 'id' | 'description'>;
  /** The kind of document. */
  label: string;
}

/** Downloads the document of a purchase or refund and shows an error next to the button. */
export function InvoiceButton({ of: transaction, label }: InvoiceButtonProps) {
  const { api } = useServices();
  const download = useMutation({ mutationFn: () => savePdf(api, `/api/credits/invoices/${transaction.id}.pdf`) });
  return (
    <>
      <Button
        tone="secondary"
        size="sm"
        busy={download.isPending}
        icon={<FileDown className="size-4" aria-hidden />}
        aria-label={creditsCopy.documentOf(label, transaction.description)}
        onClick={() => download.mutate()}
      >
        {label}
      </Button>
      {download.error && (
        <span role="alert" className="text-danger">
          {creditsCopy.documentFailed(label, download.error.message)}
        </span>
      )}
    </>
  );
}
