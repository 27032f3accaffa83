import { t } from '@lingui/core/macro';
import type { RequestView } from '@luit/contracts/http/requests';
import { Alert } from '@luit/ui/alert';
import { Button, buttonClass } from '@luit/ui/button';
import { VideoPlayer } from '@luit/ui/video-player';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { TakenDownNotice } from '../../../shared/requests/components/taken-down-notice';
import { messageOf } from '../../../lib/api-error';
import { formatMoney } from '../../../lib/format';
import { logFailure } from '../../../lib/log';
import { PageTitle } from '../../../lib/page-title';
import { useServices, useSession } from '../../../lib/services';
import { DOWNLOAD_NAMES, downloadResult } from '../../../shared/requests/api/download-result';
import { withGuestToken } from '../../../shared/requests/api/get-request';
import { LateResult } from '../../../shared/requests/components/late-result';
import { shownProgress } from '../../../shared/requests/progress';
import { ProcessingView } from '../../../shared/requests/components/processing-view';
import { PaymentNotice } from '../../../shared/payments/components/payment-notice';
import { MadeWithLuit } from '../components/made-with-luit';
import { OrderMessage } from '../components/order-message';
import { OrderPayment } from '../components/order-payment';
import { OrderUnavailable } from '../components/order-unavailable';
import { useOrderRequest } from '../use-order-request';

/** An order of one video or image, for its owner or the holder of its guest access token. */
export default function OrderPage() {
  const { requestId = '' } = useParams();
  return <Order key={requestId} requestId={requestId} />;
}

function Order({ requestId }: { requestId: string }) {
  const { request, guestToken, unavailable, isUnreachable } = useOrderRequest(requestId);
  const isImage = request?.type === 'image';
  return (
    <div className="page py-10 sm:py-14">
      <PageTitle>{isImage ? t`Pay once for this image` : t`Pay once for this video`}</PageTitle>
      {unavailable === 'waiting' && <PaymentNotice className="mx-auto max-w-2xl" />}
      {unavailable && <OrderUnavailable reason={unavailable} requestId={requestId} />}
      {request?.status === 'processing' && (
        <>
          <ProcessingView
            progress={shownProgress(request)}
            requestId={requestId}
            prompt={request.prompt}
            credits={0}
            isPaidDirectly
            noun={isImage ? 'image' : 'video'}
            isUnreachable={isUnreachable}
            request={request}
          />
          <Cancel requestId={requestId} guestToken={guestToken} />
        </>
      )}
      {request?.status === 'completed' && <Completed request={request} guestToken={guestToken} />}
      {request?.status === 'failed' && (
        <OrderMessage title={failedTitle(request)} text={refundText(request)}>
          <Link to="/pay-once" className={buttonClass('secondary')}>
            {orderAnother(request)}
          </Link>
        </OrderMessage>
      )}
      {request?.status === 'failed' && <LateResult request={request} className="mx-auto max-w-2xl" />}
      {request?.status === 'processing' && <MadeWithLuit className="mt-12" />}
      {request && guestToken && <KeepVideo requestId={requestId} />}
      {request && <OrderPayment requestId={requestId} guestToken={guestToken} />}
    </div>
  );
}

/** Offers a guest an account, which gets the requests of its confirmed address. */
function KeepVideo({ requestId }: { requestId: string }) {
  const { status } = useSession();
  if (status === 'signed-in' || status === 'loading') return null;
  return (
    <section
      aria-labelledby="keep"
      className="mt-8 flex flex-wrap items-center justify-between gap-x-8 gap-y-4 rounded-card border border-line bg-surface p-6"
    >
      <div className="max-w-[36rem] flex-1 basis-72">
        <h2 id="keep" className="text-lg font-semibold">
          {t`Keep it in an account`}
        </h2>
        <p className="mt-1 text-sm text-muted">{t`Sign up with the email address that you gave for this order. As soon as you confirm it, what you made is in your library. Without an account, this page works for 30 days.`}</p>
      </div>
      <Link
        to="/auth?mode=signup"
        state={{ from: { pathname: `/order/${requestId}`, search: '' } }}
        className={buttonClass('accent')}
      >
        {t`Create account`}
      </Link>
    </section>
  );
}

function refundText({ money: { state, refund }, credits }: RequestView): string {
  if (state !== 'refunded' || refund === 'requested') return t`We’re refunding your payment.`;
  const text = { delayed: refundDelayed, paid_otherwise: refundPaid, sent: refunded };
  return text[refund ?? 'sent'](formatMoney(credits));
}

function orderAnother({ type }: RequestView): string {
  return type === 'image' ? t`Make another image` : t`Make another video`;
}

function failedTitle({ type, lateOutput, canceled }: RequestView): string {
  if (type === 'image') {
    if (lateOutput) return t`Your image arrived late`;
    return canceled ? t`Image canceled` : t`We couldn’t generate your image`;
  }
  if (lateOutput) return t`Your video arrived late`;
  return canceled ? t`Video canceled` : t`We couldn’t generate your video`;
}

function Cancel({ requestId, guestToken }: { requestId: string; guestToken: string | null }) {
  const { api } = useServices();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const cancel = async () => {
    setBusy(true);
    try {
      await api.call(`/api/requests/${requestId}/cancel`, { method: 'POST', ...withGuestToken(guestToken) });
    } catch (cause) {
      logFailure('Canceling an order failed', cause);
      setError(messageOf(cause, ''));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="mx-auto mt-6 grid max-w-4xl gap-3">
      {error && <Alert tone="danger">{error}</Alert>}
      <Button tone="secondary" className="justify-self-start" busy={isBusy} onClick={cancel}>
        {t`Cancel and refund`}
      </Button>
    </div>
  );
}

function Completed({ request, guestToken }: { request: RequestView; guestToken: string | null }) {
  const { api } = useServices();
  const [isSaving, setSaving] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const download = async () => {
    setSaving(true);
    setError(null);
    try {
      const name = request.type === 'image' ? DOWNLOAD_NAMES.image : DOWNLOAD_NAMES.video;
      await downloadResult(api, request.request_id, { guestToken, name });
    } catch (cause) {
      logFailure('Download failed', cause);
      setError(messageOf(cause, ''));
    } finally {
      setSaving(false);
    }
  };
  return (
    <section aria-labelledby="ready" className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_21rem]">
      {request.videoUrl && (
        <VideoPlayer src={request.videoUrl} poster={request.posterUrl} label={t`Your video is ready`} />
      )}
      {request.type === 'image' && request.outputUrl && (
        <img src={request.outputUrl} alt={request.prompt} className="max-h-[80vh] w-full rounded-card object-contain" />
      )}
      <div className="grid gap-5">
        <h1 id="ready" className="text-page heading">
          {request.type === 'image' ? t`Your image is ready` : t`Your video is ready`}
        </h1>
        <p className="break-words text-muted">{request.prompt}</p>
        <TakenDownNotice request={request} />
        {error && <Alert tone="danger">{error}</Alert>}
        {!request.takedown && (
          <Button
            tone="accent"
            size="lg"
            busy={isSaving}
            icon={<Download className="size-5" aria-hidden />}
            onClick={download}
          >
            {t`Download`}
          </Button>
        )}
        <Link to="/pay-once" className={buttonClass('secondary')}>
          {orderAnother(request)}
        </Link>
      </div>
    </section>
  );
}

function refunded(price: string) {
  return t`Your refund of ${price} is on its way to your original payment method. Banks usually take 5-7 business days.`;
}

function refundDelayed(price: string) {
  return t`Your refund of ${price} is delayed. We’re retrying, and our team has been informed.`;
}

function refundPaid(price: string) {
  return t`We’ve paid your refund of ${price} in another way, because it could not be returned to your original payment method.`;
}
