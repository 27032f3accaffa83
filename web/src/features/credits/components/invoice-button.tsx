import { t } from '@lingui/core/macro';
import type { CreditTransaction } from '@luit/contracts/billing/transactions';
import { Button } from '@luit/ui/button';
import { useMutation } from '@tanstack/react-query';
import { FileDown } from 'lucide-react';
import { savePdf } from '../../../lib/save-pdf';
import { useServices } from '../../../lib/services';
import { transactionText } from '../../../shared/credits/transaction-texts';

const documentTexts = {
  invoice: {
    get name() {
      return t`Invoice`;
    },
    of: (transaction: string) => t`Invoice: ${transaction}`,
    failed: (reason: string) => t`Invoice download failed: ${reason}`,
  },
  receipt: {
    get name() {
      return t`Receipt`;
    },
    of: (transaction: string) => t`Receipt: ${transaction}`,
    failed: (reason: string) => t`Receipt download failed: ${reason}`,
  },
  creditNote: {
    get name() {
      return t`Credit note`;
    },
    of: (transaction: string) => t`Credit note: ${transaction}`,
    failed: (reason: string) => t`Credit note download failed: ${reason}`,
  },
};

interface InvoiceButtonProps {
  of: Pick<CreditTransaction, 'id' | 'description'>;
  document: keyof typeof documentTexts;
}

/** Downloads the document of a purchase or refund and shows an error next to the button. */
export function InvoiceButton({ of: transaction, document }: InvoiceButtonProps) {
  const copy = documentTexts[document];
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
