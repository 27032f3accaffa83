import { t } from '@lingui/core/macro';
import type { CreditPack } from '@luit/contracts/billing/packs';
import { createContext, use, useCallback, useMemo, useRef, useState, type ReactNode } from 'react';
import { paymentMessages } from './copy';
import { paymentRecords } from './payment-records';
import { ApiError } from '../../lib/api-error';
import { dispatchCreditsUpdated } from '../../lib/credits-events';
import { logFailure } from '../../lib/log';
import { useServices } from '../../lib/services';
import { createPackOrder } from './api/create-order';
import { createVideoOrder } from './api/create-video-order';
import { verifyPayment } from './api/verify-payment';
import { type Checkout, openCheckout, packCheckout, type PaymentResult, videoCheckout } from './checkout';
import { savePurchase } from './latest-purchase';
import { saveGuestToken } from './guest-access-tokens';
import type { DemoOrder } from './demo-order';
import { intentsOf } from '../../lib/intents-of';

export interface CurrentOrder {
  /** The order id of this installation, not Razorpay's. */
  id: string;
  planId: string;
  prompt: string;
  /** Seconds; null for a pack or an image. */
  duration: number | null;
  /** Rupees. */
  price: number;
  imageUrl: string | null;
  status: 'open' | 'demo_ready' | 'paid';
  paymentVerified: boolean;
  transactionId: string | null;
  requestId: string | null;
  jobId: string | null;
}

export type PaymentStep = 'order' | 'checkout' | 'verify';

interface Payment {
  currentOrder: CurrentOrder | null;
  /** The current step. */
  loading: PaymentStep | null;
  error: string | null;
  /** An informational message. */
  notice: string | null;
  /** Removes the messages about the latest payment. */
  clearError: () => void;
  clearOrder: () => void;
  /** Creates an order, opens the checkout and verifies the payment. Resolves to whether it was paid; failures set `error`. */
  buyPack: (pack: CreditPack) => Promise<boolean>;
  /** The same for a single video or image, also for guests. Resolves to null, without doing anything, during another purchase. */
  buyVideo: (demo: DemoOrder, email: string) => Promise<VideoPurchase | null>;
}

/** `unverified`: the checkout succeeded but the verification got no answer; the webhook starts the video. */
export interface VideoPurchase {
  outcome: 'paid' | 'unverified' | 'closed' | 'failed';
  /** Null if no order was created. */
  requestId: string | null;
  /** Why it failed. */
  cause?: unknown;
}

const PaymentContext = createContext<Payment | null>(null);

export function usePayment(): Payment {
  const payment = use(PaymentContext);
  if (!payment) throw new Error('usePayment needs a PaymentProvider above it');
  return payment;
}

interface PaymentProviderProps {
  children: ReactNode;
  /** Runs after a purchase. The page that follows shows the message of its success. */
  afterPurchase?: () => void;
  checkout?: Checkout;
}

export function PaymentProvider({
  children,
  afterPurchase = () => window.location.reload(),
  checkout = openCheckout,
}: PaymentProviderProps) {
  const { api, session } = useServices();
  // The second click of a double click comes before the button is disabled.
  const isBuying = useRef(false);
  const [currentOrder, setCurrentOrder] = useState<CurrentOrder | null>(null);
  const [loading, setLoading] = useState<PaymentStep | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [notice, setNotice] = useState<string | null>(null);

  const startCheckout = useCallback(
    async (pack: CreditPack): Promise<PaymentResult | null> => {
      const { user } = session.getState();
      const content = ['buy pack', user?.id, pack.id, pack.price];
      const order = await intentsOf(api).run(content, (key) => createPackOrder(api, pack, key));
      setCurrentOrder({
        id: order.orderId,
        planId: pack.id,
        prompt: paymentRecords.packPrompt(pack.name),
        duration: null,
        price: pack.price,
        imageUrl: null,
        status: 'open',
        paymentVerified: false,
        transactionId: null,
        requestId: null,
        jobId: null,
      });
      setLoading('checkout');
      return checkout(order.checkoutScriptUrl, packCheckout(order, pack, user));
    },
    [api, session, checkout],
  );

  const verify = useCallback(
    async (result: PaymentResult, credits: number) => {
      setLoading('verify');
      const verified = await verifyPayment(api, result);
      setCurrentOrder((order) => order && { ...order, ...verified, status: 'paid', paymentVerified: true });
      dispatchCreditsUpdated();
      savePurchase({ orderId: result.razorpay_order_id, credits, transactionId: verified.transactionId });
      afterPurchase();
    },
    [api, afterPurchase],
  );

  const buyPack = useCallback(
    async (pack: CreditPack) => {
      if (isBuying.current) return false;
      isBuying.current = true;
      setError(null);
      setNotice(null);
      setLoading('order');
      let screenMessage: string = t`Failed to initiate payment. Please try again.`;
      try {
        const result = await startCheckout(pack);
        if (!result) {
          setNotice(t`Checkout closed. If you completed the payment, your credits arrive within a few minutes.`);
          return false;
        }
        screenMessage = paymentMessages.verifyFailed;
        await verify(result, pack.credits);
        return true;
      } catch (cause) {
        logFailure('Buying a credit pack failed', cause);
        setError(messageFor(cause, screenMessage));
        return false;
      } finally {
        isBuying.current = false;
        setLoading(null);
      }
    },
    [startCheckout, verify],
  );

  const buyVideo = useCallback(
    async (demo: DemoOrder, email: string): Promise<VideoPurchase | null> => {
      if (isBuying.current) return null;
      isBuying.current = true;
      setError(null);
      setNotice(null);
      setLoading('order');
      setCurrentOrder(orderOf(demo));
      let screenMessage: string = t`Failed to initiate payment. Please try again.`;
      let requestId: string | null = null;
      let isPaid = false;
      try {
        const { user } = session.getState();
        const { planId, choice, prompt, imageUrl, credits: price } = demo;
        const content = ['buy video', user?.id, email, planId, choice, prompt, imageUrl, price];
        const order = await intentsOf(api).run(content, (key) =>
          createVideoOrder(api, { demo, email, isGuest: !user }, key),
        );
        requestId = order.requestId ?? null;
        // Saved before the payment, so that a tab that crashes on the bank's page does not lose the order.
        if (order.claimToken && order.requestId) saveGuestToken(order.requestId, order.claimToken);
        setLoading('checkout');
        const result = await checkout(order.checkoutScriptUrl, videoCheckout(order, demo, user));
        if (!result) {
          setNotice(
            demo.choice.type === 'image'
              ? t`Checkout closed. If you completed the payment, your image starts within a few minutes.`
              : t`Checkout closed. If you completed the payment, your video starts within a few minutes.`,
          );
          return { outcome: 'closed', requestId };
        }
        screenMessage = paymentMessages.verifyFailed;
        isPaid = true;
        setLoading('verify');
        const verified = await verifyPayment(api, result);
        setCurrentOrder((current) => current && { ...current, ...verified, status: 'paid', paymentVerified: true });
        dispatchCreditsUpdated();
        return { outcome: 'paid', requestId: verified.requestId };
      } catch (cause) {
        logFailure('Paying for a video failed', cause);
        setError(messageFor(cause, screenMessage));
        const isRejected = cause instanceof ApiError && cause.isDefinite;
        return { outcome: isPaid && !isRejected ? 'unverified' : 'failed', requestId, cause };
      } finally {
        isBuying.current = false;
        setLoading(null);
      }
    },
    [api, session, checkout],
  );

  const value = useMemo<Payment>(
    () => ({
      currentOrder,
      loading,
      error,
      notice,
      buyPack,
      buyVideo,
      clearError: () => {
        setError(null);
        setNotice(null);
      },
      clearOrder: () => setCurrentOrder(null),
    }),
    [currentOrder, loading, error, notice, buyPack, buyVideo],
  );
  return <PaymentContext value={value}>{children}</PaymentContext>;
}

function orderOf({ orderId: id, planId, prompt, duration, credits: price, imageUrl, status }: DemoOrder): CurrentOrder {
  const unpaid = { paymentVerified: false, transactionId: null, requestId: null, jobId: null };
  return { id, planId: planId ?? '', prompt, duration, price, imageUrl, status, ...unpaid };
}

/** Adds details that the user can act on: a refused prompt or a blocked script. */
function messageFor(cause: unknown, screenMessage: string): string {
  if (cause instanceof ApiError && cause.code === 'refused_by_policy') return cause.message;
  const isBlocked = cause instanceof Error && cause.message === paymentRecords.scriptMissing;
  return isBlocked
    ? `${screenMessage} ${t`Razorpay script is not loaded. An ad blocker or network filter may be blocking it. You haven’t been charged.`}`
    : screenMessage;
}
