import type { CreditTransaction } from '@luit/contracts/http';
import { Button } from '@luit/ui/button';
import { useMutation } from '@tanstack/react-query';
import { FileDown } from 'lucide-react';
import { useServices } from '../../../lib/services';
import { downloadInvoice } from '../api/download-invoice';
import { creditsCopy } from '../copy';

/** Saves the document of a purchase; what went wrong stands beside it. */
export function InvoiceButton({ purchase }: { purchase: Pick<CreditTransaction, 'id' | 'description'> }) {
  const { api } = useServices();
  const download = useMutation({ mutationFn: () => downloadInvoice(api, purchase.id) });
  return (
    <>
      <Button
        tone="quiet"
        size="sm"
        busy={download.isPending}
        icon={<FileDown className="size-4" aria-hidden />}
        aria-label={creditsCopy.invoiceOf(purchase.description)}
        onClick={() => download.mutate()}
      >
        {creditsCopy.invoice}
      </Button>
      {download.error && (
        <span role="alert" className="text-danger">
          {creditsCopy.invoiceFailed(download.error.message)}
        </span>
      )}
    </>
  );
}
