import { t } from '@lingui/core/macro';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { Card } from '@luit/ui/card';
import { ErrorState } from '@luit/ui/error-state';
import { Input } from '@luit/ui/input';
import { Skeleton } from '@luit/ui/skeleton';
import { VideoPlayer } from '@luit/ui/video-player';
import { isTextParameter } from '@luit/contracts/generation/catalog/vocabulary';
import type { VideoPlan } from '@luit/contracts/generation/plans';
import { useMutation, useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Suspense, useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { formatMoney } from '../../../lib/format';
import { PageTitle } from '../../../lib/page-title';
import { useServices, useSession } from '../../../lib/services';
import { plansQuery } from '../../../shared/plans/get-plans';
import { useObjectUrl } from '../../../shared/images/image-file';
import { isCanceled, useImageUpload } from '../../../shared/images/upload/use-image-upload';
import { UploadProgress } from '../../../shared/images/upload/upload-progress';
import { LabelNote } from '../../../shared/credits/components/label-note';
import { PaymentNotice } from '../../../shared/payments/components/payment-notice';
import { GuestTerms } from '../components/guest-terms';
import { OrderForm } from '../components/order-form';
import type { DemoOrder } from '../../../shared/payments/demo-order';
import { usePayment } from '../../../shared/payments/payment-provider';
import { noticeOf } from '../../../shared/requests/outcome-notice';
import { useOrderDraft } from '../use-order-draft';
import { type OrderChoice, orderChoice, reviewedOrder } from '../order-choice';
import { lazyPart } from '../../../lib/lazy-part';
import { optionText } from '../../../lib/option-texts';
import { PARAMETERS, parameterTexts } from '../../../shared/parameters/parameter-texts';

const RefusalAppeal = lazyPart(() => import('../../../shared/requests/components/refusal-appeal'), 'hidden');

/** Sells a single video or image: form, order preview, checkout. */
export default function PayOncePage() {
  const { api } = useServices();
  const { data, isError } = useQuery(plansQuery(api));
  const { input, change, forget } = useOrderDraft();
  const [demo, setDemo] = useState<DemoOrder | null>(null);
  /** Prevents uploading the same image again after editing the order. */
  const uploaded = useRef<{ image: File; url: string } | null>(null);
  const upload = useImageUpload();
  const choice = data && orderChoice(data, input);
  const preview = useMutation({
    mutationFn: async ({ plans, chosen }: { plans: VideoPlan[]; chosen: OrderChoice }) => {
      const { image } = input;
      if (image && uploaded.current?.image !== image) {
        uploaded.current = { image, url: await upload.upload(image) };
      }
      const imageUrl = image ? (uploaded.current?.url ?? null) : null;
      setDemo(reviewedOrder(chosen, plans, { prompt: input.prompt.trim(), imageUrl }));
    },
  });
  const heading = useFocusAfterChange(demo !== null);
  const title = choice?.makesImage ? t`Pay once for this image` : t`Pay once for this video`;

  return (
    <div className="page max-w-5xl py-10 sm:py-14">
      <PageTitle>{title}</PageTitle>
      <h1 ref={heading} tabIndex={-1} className="text-page heading outline-none">
        {demo ? t`Review your order` : title}
      </h1>
      <p className="mt-2 mb-8 max-w-[34em] text-lg text-muted">
        {choice?.makesImage
          ? t`One image, one payment, no account needed.`
          : t`One video, one payment, no account needed.`}
      </p>
      {isError && (
        <ErrorState
          title={t`Unable to load video plans. Please refresh the page.`}
          onRetry={() => window.location.reload()}
        >
          {null}
        </ErrorState>
      )}
      {!data && !isError && <Skeleton className="h-96 rounded-card" />}
      {data && demo && (
        <DemoView demo={demo} image={input.image ?? null} onChange={() => setDemo(null)} onPaid={forget} />
      )}
      {data && choice && !demo && (
        <OrderForm
          input={input}
          choice={choice}
          sellsImages={data.imageModels.length > 0}
          isBusy={preview.isPending}
          error={
            preview.error && !isCanceled(preview.error)
              ? t`Image upload failed: ${{ reason: preview.error.message }}`
              : null
          }
          progress={upload.state && <UploadProgress state={upload.state} onCancel={upload.cancel} />}
          onChange={(changed) => {
            preview.reset();
            change(changed);
          }}
          onSubmit={() => preview.mutate({ plans: data.plans, chosen: choice })}
        />
      )}
    </div>
  );
}

/** The heading, which is focused and scrolled to when the page changes between the form and the order. */
function useFocusAfterChange(isReviewing: boolean) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(isReviewing);
  useEffect(() => {
    if (shown.current === isReviewing) return;
    shown.current = isReviewing;
    heading.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, [isReviewing]);
  return heading;
}

interface DemoViewProps {
  demo: DemoOrder;
  image: File | null;
  onChange: () => void;
  onPaid: () => void;
}

function DemoView({ demo, image, onChange, onPaid }: DemoViewProps) {
  const imageUrl = useObjectUrl(image);
  const isImage = demo.choice.type === 'image';
  const { user } = useSession();
  const { buyVideo, loading } = usePayment();
  const navigate = useNavigate();
  const [email, setEmail] = useState('');
  /** The order whose checkout was closed; its payment may still arrive. */
  const [closed, setClosed] = useState<string | null>(null);

  /** Id of a refused prompt. */
  const [refusalId, setRefusalId] = useState<string>();

  const pay = async () => {
    setRefusalId(undefined);
    const purchase = await buyVideo(demo, email.trim());
    if (!purchase) return;
    const { outcome, requestId, cause } = purchase;
    setRefusalId(noticeOf('', cause).refusalId);
    if (requestId && (outcome === 'paid' || outcome === 'unverified')) {
      onPaid();
      await navigate(`/order/${requestId}`);
    }
    setClosed(outcome === 'closed' ? requestId : null);
  };

  return (
    <div className={clsx('grid items-start gap-8', demo.videoUrl && 'lg:grid-cols-[minmax(0,1fr)_21rem]')}>
      {demo.videoUrl && (
        <figure>
          <VideoPlayer
            src={demo.videoUrl}
            poster={demo.posterUrl}
            label={t`Sample of this length and quality. We generate your video from your prompt after you pay.`}
          />
          <figcaption className="mt-3 text-sm text-muted">{t`Sample of this length and quality. We generate your video from your prompt after you pay.`}</figcaption>
        </figure>
      )}
      <Card className={clsx('grid gap-5 p-5 sm:p-6', !demo.videoUrl && 'w-full max-w-xl')}>
        <div>
          <p className="font-semibold">{optionText(demo.plan.name)}</p>
          <p className="text-sm text-muted">{chosenTexts(demo).join(', ')}</p>
        </div>
        <blockquote className="line-clamp-6 border-l-2 border-edge pl-3 break-words">{demo.prompt}</blockquote>
        {imageUrl && (
          <figure className="flex items-center gap-3">
            <img src={imageUrl} alt="" className="size-16 rounded-control object-cover" />
            <figcaption className="text-sm text-muted">
              {isImage ? t`Changes your image` : t`Starts with your image`}
            </figcaption>
          </figure>
        )}
        {!user && (
          <Input
            label={isImage ? t`Email for the image link (optional)` : t`Email for the video link (optional)`}
            hint={t`We’ll email you the link and a receipt once you’ve paid, and let you know about any refund. Nothing else.`}
            type="email"
            autoComplete="email"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        )}
        <PaymentNotice />
        {refusalId && (
          <Suspense>
            <RefusalAppeal key={refusalId} refusalId={refusalId} />
          </Suspense>
        )}
        {closed && loading === null && (
          <Link to={`/order/${closed}`} className="text-sm font-semibold underline underline-offset-4">
            {t`Already paid? Open your order`}
          </Link>
        )}
        <Button tone="accent" size="lg" busy={loading !== null} onClick={pay}>
          {t`Pay ${{ price: formatMoney(demo.credits) }}`}
        </Button>
        <p className="text-sm text-muted">{t`If it fails, we automatically refund the full amount to your original payment method. The receipt is on your order page.`}</p>
        <LabelNote />
        {!user && <GuestTerms />}
        <Button tone="secondary" onClick={onChange} disabled={loading !== null}>
          {t`Edit order`}
        </Button>
        {loading === 'verify' && (
          <Alert>
            {isImage
              ? t`Your image starts as soon as your payment is confirmed. This page updates automatically.`
              : t`Your video starts as soon as your payment is confirmed. This page updates automatically.`}
          </Alert>
        )}
      </Card>
    </div>
  );
}

/** The chosen values in words. What to avoid is a text of its own, and sound that is off need not be said. */
function chosenTexts({ choice }: DemoOrder): string[] {
  return PARAMETERS.flatMap((name) => {
    const value = choice[name];
    if (value === undefined || isTextParameter(name)) return [];
    if (name === 'sound') return value ? [parameterTexts.sound.name] : [];
    const text = parameterTexts[name].format(value as never);
    return [name === 'seed' || name === 'strength' ? `${parameterTexts[name].name} ${text}` : text];
  });
}
