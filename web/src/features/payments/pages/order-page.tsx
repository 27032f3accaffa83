import type { RequestView } from '@luit/contracts/http/requests';
import { Alert } from '@luit/ui/alert';
import { Button, buttonClass } from '@luit/ui/button';
import { VideoPlayer } from '@luit/ui/video-player';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { messageOf } from '../../../lib/api-error';
import { formatMoney } from '../../../lib/format';
import { logFailure } from '../../../lib/log';
import { PageTitle } from '../../../lib/page-title';
import { useServices } from '../../../lib/services';
import { downloadResult } from '../../generation/api/download-result';
import { withGuestToken } from '../../generation/api/get-request';
import { LateResult } from '../../generation/components/late-result';
import { ProcessingView } from '../../generation/components/processing-view';
import { generationCopy } from '../../generation/copy';
import { PaymentNotice } from '../components/payment-notice';
import { orderCopy } from '../copy';
import { type Absence, useOrderRequest } from '../use-order-request';

/** A video that was paid for directly, for whoever holds its claim. */
export default function OrderPage() {
  const { requestId = '' } = useParams();
  return <Order key={requestId} requestId={requestId} />;
}

function Order({ requestId }: { requestId: string }) {
  const { request, claim, absence, isUnreachable } = useOrderRequest(requestId);
  return (
    <div className="page py-10 sm:py-14">
      <PageTitle>{orderCopy.payOnce}</PageTitle>
      {absence === 'waiting' && <PaymentNotice className="mx-auto max-w-2xl" />}
      {absence && <Plain {...ABSENCES[absence]} />}
      {request?.status === 'processing' && (
        <>
          <ProcessingView
            progress={request.progress}
            orderNumber={requestId}
            prompt={request.prompt}
            credits={0}
            isPaidDirectly
            isUnreachable={isUnreachable}
            request={request}
          />
          <Cancel requestId={requestId} claim={claim} />
        </>
      )}
      {request?.status === 'completed' && <Completed request={request} claim={claim} />}
      {request?.status === 'failed' && (
        <Plain
          title={failedTitle(request)}
          text={
            request.money.state === 'refunded' ? orderCopy.refunded(formatMoney(request.credits)) : orderCopy.refunding
          }
        />
      )}
      {request?.status === 'failed' && <LateResult request={request} className="mx-auto max-w-2xl" />}
    </div>
  );
}

const ABSENCES: Record<Absence, { title: string; text: string }> = {
  asking: { title: orderCopy.loadingTitle, text: orderCopy.loading },
  waiting: { title: orderCopy.waitingTitle, text: orderCopy.waiting },
  unknown: { title: orderCopy.notFoundTitle, text: orderCopy.notFound },
  shut: { title: orderCopy.noAccessTitle, text: orderCopy.noAccess },
};

function failedTitle({ lateOutput, canceled }: RequestView): string {
  if (lateOutput) return orderCopy.lateTitle;
  return canceled ? orderCopy.canceledTitle : orderCopy.failedTitle;
}

function Plain({ title, text }: { title: string; text: string }) {
  return (
    <section role="status" className="mx-auto max-w-2xl py-16">
      <h1 className="text-page heading">{title}</h1>
      <p className="mt-4 text-lg text-muted">{text}</p>
      <Link to="/pay-once" className={buttonClass('secondary', 'md', 'mt-8')}>
        {orderCopy.another}
      </Link>
    </section>
  );
}

function Cancel({ requestId, claim }: { requestId: string; claim: string | null }) {
  const { api } = useServices();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const cancel = async () => {
    setBusy(true);
    try {
      await api.call(`/api/requests/${requestId}/cancel`, { method: 'POST', ...withGuestToken(claim) });
    } catch (cause) {
      logFailure('Cancelling an order', cause);
      setError(messageOf(cause, ''));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="mx-auto mt-6 grid max-w-4xl gap-3">
      {error && <Alert tone="danger">{error}</Alert>}
      <Button tone="secondary" className="justify-self-start" busy={isBusy} onClick={cancel}>
        {orderCopy.cancel}
      </Button>
    </div>
  );
}

function Completed({ request, claim }: { request: RequestView; claim: string | null }) {
  const { api } = useServices();
  const [isSaving, setSaving] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const download = async () => {
    setSaving(true);
    setError(null);
    try {
      await downloadResult(api, request.request_id, { claim });
    } catch (cause) {
      logFailure('Download', cause);
      setError(messageOf(cause, ''));
    } finally {
      setSaving(false);
    }
  };
  return (
    <section aria-labelledby="ready" className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_21rem]">
      {request.videoUrl && (
        <VideoPlayer src={request.videoUrl} poster={request.posterUrl} label={generationCopy.completedTitle} />
      )}
      <div className="grid gap-5">
        <h1 id="ready" className="text-page heading">
          {generationCopy.completedTitle}
        </h1>
        <p className="break-words text-muted">{request.prompt}</p>
        {error && <Alert tone="danger">{error}</Alert>}
        <Button
          tone="accent"
          size="lg"
          busy={isSaving}
          icon={<Download className="size-5" aria-hidden />}
          onClick={download}
        >
          {generationCopy.download}
        </Button>
        <Link to="/pay-once" className={buttonClass('secondary')}>
          {orderCopy.another}
        </Link>
      </div>
    </section>
  );
}
