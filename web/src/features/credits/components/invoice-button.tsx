import type { CreditTransaction } from '@luit/contracts/billing/transactions';
import { Button } from '@luit/ui/button';
import { useMutation } from '@tanstack/react-query';
import { FileDown } from 'lucide-react';
import { savePdf } from '../../../lib/save-pdf';
import { useServices } from '../../../lib/services';
import { creditsCopy } from '../copy';
import { transactionText } from '../transaction-texts';

interface InvoiceButtonProps {
  of: Pick<CreditTransaction, 'id' | 'description'>;
  document: keyof typeof creditsCopy.documents;
}

/** Downloads the document of a purchase or refund and shows an error next to the button. */
export function InvoiceButton({ of: transaction, document }: InvoiceButtonProps) {
  const copy = creditsCopy.documents[document];
  const { api } = useServices();
  const download = useMutation({ mutationFn: () => savePdf(api, `/api/credits/invoices/${transaction.id}.pdf`) });
  return (
    <>
      <Button
        tone="secondary"
        size="sm"
        busy={download.isPending}
        icon={<FileDown className="size-4" aria-hidden />}
        aria-label={copy.of(transactionText(transaction.description))}
        onClick={() => download.mutate()}
      >
        {copy.name}
      </Button>
      {download.error && (
        <span role="alert" className="text-danger">
          {copy.failed(download.error.message)}
        </span>
      )}
    </>
  );
}
