import { t } from '@lingui/core/macro';
import type { VideoPayment } from '@luit/contracts/billing/receipts';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { useMutation, useQuery } from '@tanstack/react-query';
import { FileDown } from 'lucide-react';
import { formatDateTime, formatMoney } from '../../../lib/format';
import { useServices } from '../../../lib/services';
import { savePdf } from '../../../lib/save-pdf';
import { withGuestToken } from '../../../shared/requests/api/get-request';

const downloadDocument = {
  get invoice() {
    return t`Download invoice`;
  },
  get receipt() {
    return t`Download receipt`;
  },
};

interface OrderPaymentProps {
  requestId: string;
  guestToken: string | null;
}

/** What was paid for a video, with the order id and the receipt. Nothing until it is known. */
export function OrderPayment({ requestId, guestToken }: OrderPaymentProps) {
  const { api } = useServices();
  const path = `/api/requests/${encodeURIComponent(requestId)}`;
  const { data: payment } = useQuery({
    queryKey: ['payments', requestId],
    queryFn: async () =>
      (await api.call<{ payment: VideoPayment | null }>(`${path}/payment`, withGuestToken(guestToken))).payment,
  });
  const download = useMutation({ mutationFn: () => savePdf(api, `${path}/receipt`, withGuestToken(guestToken)) });
  if (!payment) return null;
  const { amountPaise, paidAt, razorpayOrderId, document } = payment;
  return (
    <section aria-label={t`Payment`} className="mt-8 grid gap-3 border-t border-line pt-6">
      <p className="text-sm text-muted">
        {t`You paid ${{ amount: formatMoney(amountPaise / 100) }} on ${{ time: formatDateTime(paidAt) }}.`}
        <span className="mt-1 block break-all">{t`Order ID: ${{ id: razorpayOrderId }}`}</span>
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <Button
          tone="secondary"
          size="sm"
          busy={download.isPending}
          icon={<FileDown className="size-4" aria-hidden />}
          onClick={() => download.mutate()}
        >
          {downloadDocument[document]}
        </Button>
      </div>
      {download.error && <Alert tone="danger">{download.error.message}</Alert>}
    </section>
  );
}
