import { languageOrDefault } from '@luit/contracts/auth/languages';
import { authCalls } from '@luit/contracts/auth/messages';
import { billingCalls } from '@luit/contracts/billing/messages';
import type { Buyer, NewVideoOrder, PaymentOrder } from '@luit/contracts/billing/orders';
import { INVALID_PACK } from '@luit/contracts/billing/limits';
import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { PendingOrder } from '@luit/contracts/generation/pending-orders';
import { CallClient } from '@luit/platform/calls/call-client';
import { addressPrefix } from '@luit/platform/security/address-prefix';
import { canonicalEmail } from '@luit/contracts/auth/email-address';
import { addLogFields } from '@luit/platform/tracing/correlation';
import { Injectable } from '@nestjs/common';
import { uuidv7 } from 'uuidv7';
import type { OrderDto } from './order.dto';
import { OrderImagesService } from '../../storage/uploads/order-images.service';
import { guestAccountOf } from './guest-account';

/** A user or a guest (`userId` null). Guests can order a video or an image, but not credits. */
interface Customer {
  userId: string | null;
  ip: string;
}

/** Creates orders for the checkout. The token determines the buyer, the server determines the price. */
@Injectable()
export class OrdersService {
  constructor(
    private readonly calls: CallClient,
    private readonly images: OrderImagesService,
  ) {}

  /**
   * @throws LuitError `invalid_pack` if no pack or plan has this id; errors of the services
   */
  async order(customer: Customer, input: OrderDto, idempotencyKey: string | undefined): Promise<PaymentOrder> {
    const [{ creditPacks }, { plans }] = await Promise.all([
      this.calls.call(billingCalls.listPacks, {}),
      this.calls.call(generationCalls.listPlans, {}),
    ]);
    const { planId, duration, model, type } = input;
    const isPlan = plans.some(({ id }) => id === planId) && !creditPacks.some(({ id }) => id === planId);
    const isDescribed = duration !== undefined || model !== undefined || type !== undefined;
    if (isPlan || (planId === undefined && isDescribed)) return this.orderResult(customer, input, idempotencyKey);
    if (planId === undefined) {
      throw new LuitError('validation_failed', INVALID_PACK, { details: { planId: INVALID_PACK } });
    }
    const { userId } = customer;
    if (userId === null) throw new LuitError('unauthorized', 'No active session');
    return this.orderPack(userId, planId, idempotencyKey);
  }

  private async orderPack(userId: string, packId: string, key: string | undefined): Promise<PaymentOrder> {
    const order = { buyer: await this.buyer(userId), packId, idempotencyKey: key ?? null };
    const { packName: _name, credits: _credits, ...created } = await this.calls.call(billingCalls.createOrder, order);
    addLogFields({ orderId: created.orderId, razorpayOrderId: created.razorpayOrderId });
    return created;
  }

  /** Creates the pending order before the payment, so that its content is validated, priced and allowed. */
  private async orderResult({ userId, ip }: Customer, input: OrderDto, key: string | undefined): Promise<PaymentOrder> {
    const email = (userId === null && input.email) || null;
    const imageKey = input.imageUrl ? await this.images.keyOf(input.imageUrl) : undefined;
    const options = await this.images.optionsOf(input);
    const accountId = userId === null ? guestAccountOf(input.guestSessionId, key, addressPrefix(ip)) : uuidv7();
    const [buyer, pendingOrder] = await Promise.all([
      userId === null ? null : this.buyer(userId),
      this.calls.call(generationCalls.createPendingOrder, {
        userId: userId ?? accountId,
        accountId,
        guestEmail: email && canonicalEmail(email),
        guestLanguage: userId === null ? languageOrDefault(input.language) : null,
        type: input.type === 'image' ? 'image' : imageKey ? 'image_video' : 'video',
        imageKey,
        prompt: input.prompt ?? '',
        planId: input.planId,
        model: input.model,
        ...options,
        idempotencyKey: key,
      }),
    ]);
    const { termsVersion, privacyVersion } = input;
    return this.openOrder(pendingOrder, buyer ? { buyer, email } : { buyer, email, termsVersion, privacyVersion });
  }

  private async openOrder(
    pendingOrder: PendingOrder,
    customer: Pick<NewVideoOrder, 'buyer' | 'email' | 'termsVersion' | 'privacyVersion'>,
  ): Promise<PaymentOrder> {
    const { requestId, accountId } = pendingOrder;
    const [order, guestToken] = await Promise.all([
      this.calls.call(billingCalls.createVideoOrder, { ...pendingOrder, ...customer }),
      customer.buyer ? {} : this.calls.call(authCalls.issueGuestToken, { requestId, accountId }),
    ]);
    addLogFields({ orderId: order.orderId, razorpayOrderId: order.razorpayOrderId, requestId });
    return { ...order, ...guestToken, requestId };
  }

  private async buyer(userId: string): Promise<Buyer> {
    const { email, user_metadata } = await this.calls.call(authCalls.getUser, { userId });
    return { userId, email, name: user_metadata.name || email.replace(/@.*/, '') };
  }
}
