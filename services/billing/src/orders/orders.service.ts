import { billingCalls } from '@luit/contracts/billing/messages';
import type { Buyer, NewVideoOrder, PaymentOrder } from '@luit/contracts/billing/orders';
import { accountClosed, LuitError } from '@luit/contracts/errors';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { columnsOf } from '@luit/platform/database/columns-of';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, type InsertQueryBuilder, MoreThan, Repository } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { BILLING_CONFIG, type BillingConfig } from '../config';
import type { CreditPackEntity } from '../packs/credit-pack.entity';
import { PacksService } from '../packs/packs.service';
import { RazorpayClient } from '../razorpay/razorpay-client';
import { RazorpayError, toUserError } from '../razorpay/razorpay.errors';
import { OrderEntity } from './order.entity';

/** Razorpay's limit for one note. */
const MAX_NOTE_CHARACTERS = 256;

interface CheckoutDetails {
  keyId: string;
  description: string;
  /** A guest has only an address, or nothing. */
  buyer: Pick<Buyer, 'name' | 'email'>;
}

/** Unpaid orders are reused up to this age. Older ones are polled too rarely. */
const REUSABLE_FOR_MS = 24 * 3_600_000;
/** A directly paid video costs one rupee per credit. */
const PAISE_PER_CREDIT = 100;

export type NewOrder = RequestOf<typeof billingCalls.createOrder>;
export type PackOrder = PaymentOrder & { packName: string; credits: number };

const PLACEHOLDER_EMAIL = 'guest@example.com';

@Injectable()
export class OrdersService {
  private readonly log = new Logger(OrdersService.name);

  constructor(
    @InjectRepository(OrderEntity) private readonly orders: Repository<OrderEntity>,
    private readonly packs: PacksService,
    private readonly razorpay: RazorpayClient,
    @Inject(BILLING_CONFIG) private readonly config: BillingConfig,
  ) {}

  /**
   * Creates an order in the database and at Razorpay, or returns the buyer's unpaid order for the same pack. The row is
   * committed before the call to Razorpay, so a retry continues an interrupted request. Concurrent requests may create two
   * orders at Razorpay; only the first one stored is ever shown, so no one can pay the other.
   *
   * @throws LuitError `invalid_pack`, `idempotency_conflict`, `account_closed`, `provider_not_configured`, `unavailable`
   */
  @OnCall(billingCalls.createOrder)
  async create(request: NewOrder): Promise<PackOrder> {
    const { buyer, packId, idempotencyKey: key } = request;
    const pack = await this.packs.getForSale(packId);
    const { keyId } = this.razorpay;
    await this.requireOpen(buyer.userId);
    const { order, isNew } = await this.storePackOrder(buyer.userId, pack, key);
    const details = { keyId, description: `Credit Pack - ${order.packName}`, buyer };
    return { ...(await this.toCheckout(order, isNew, details)), packName: order.packName, credits: order.credits };
  }

  /**
   * Creates an order for one video or image, with an account of its own. Its credits are held for it and cannot be spent on
   * anything else, so the payment of a failed job can always be refunded to the card.
   *
   * @throws LuitError `account_closed`, `provider_not_configured`, `unavailable`
   */
  @OnCall(billingCalls.createVideoOrder)
  async createForVideo(video: NewVideoOrder): Promise<PaymentOrder> {
    const { keyId } = this.razorpay;
    if (video.buyer) await this.requireOpen(video.buyer.userId);
    const { order, isNew } = await this.storeVideoOrder(video);
    const { duration } = video;
    const description = duration === null ? 'Image generation' : `Video generation - ${duration} seconds`;
    const buyer = video.buyer ?? { name: '', email: video.email ?? '' };
    return this.toCheckout(order, isNew, { keyId, description, buyer });
  }

  /** Stores the Razorpay order id unless there is one already. Returns the stored id. */
  async markOpen(order: OrderEntity, razorpayOrderId: string): Promise<string> {
    await this.orders.query(
      `UPDATE orders SET razorpay_order_id = $2, state = 'open', updated_at = now() WHERE id = $1 AND state = 'creating'`,
      [order.id, razorpayOrderId],
    );
    const stored = await this.orders.findOneByOrFail({ id: order.id });
    if (!stored.razorpayOrderId) throw new LuitError('conflict', 'This order has expired. Please start a new one.');
    return stored.razorpayOrderId;
  }

  /** An account may still close right after this check; payments of its orders are then refunded. */
  private async requireOpen(userId: string): Promise<void> {
    const closed = await this.orders.query<unknown[]>(
      'SELECT FROM accounts WHERE user_id = $1 AND closed_at IS NOT NULL',
      [userId],
    );
    if (closed.length > 0) throw accountClosed();
  }

  /** Makes sure that the order exists at Razorpay and returns the data for the checkout. */
  private async toCheckout(
    order: OrderEntity,
    isNew: boolean,
    { keyId, description, buyer }: CheckoutDetails,
  ): Promise<PaymentOrder> {
    if (order.state === 'expired') throw new LuitError('conflict', 'This order has expired. Please start a new one.');
    const razorpayOrderId = order.razorpayOrderId ?? (await this.openAtRazorpay(order, isNew));
    return {
      keyId,
      razorpayOrderId,
      orderId: order.id,
      amount: order.amountPaise,
      currency: order.currency,
      description,
      prefill: prefill(buyer),
      checkoutScriptUrl: this.razorpay.checkoutUrl,
    };
  }

  private async storeVideoOrder(video: NewVideoOrder): Promise<{ order: OrderEntity; isNew: boolean }> {
    const insertion = this.insertion(this.orders.manager, {
      kind: 'plan',
      userId: video.accountId,
      requestId: video.requestId,
      buyerId: video.buyer?.userId ?? null,
      guestEmail: video.email,
      packId: video.planId,
      packName: video.duration === null ? video.planName : `${video.planName}, ${video.duration} seconds`,
      credits: video.credits,
      amountPaise: video.credits * PAISE_PER_CREDIT,
      termsVersion: video.termsVersion ?? null,
      privacyVersion: video.privacyVersion ?? null,
    });
    const { raw } = await insertion.orIgnore().execute();
    const [inserted] = raw as OrderEntity[];
    const order = inserted ?? (await this.orders.findOneByOrFail({ requestId: video.requestId }));
    return { order, isNew: inserted !== undefined };
  }

  /** Holds the account's lock, so that concurrent requests all return the one order that the first of them created. */
  private storePackOrder(
    userId: string,
    pack: CreditPackEntity,
    key: string | null,
  ): Promise<{ order: OrderEntity; isNew: boolean }> {
    return this.orders.manager.transaction(async (manager) => {
      await manager.query('SELECT lock_account($1)', [userId]);
      const known = (await this.findByKey(userId, key, manager)) ?? (await this.findUnpaid(userId, pack, manager));
      const order = known ?? (await this.insertPack(userId, pack, manager));
      if (order.packId !== pack.id) {
        throw new LuitError('idempotency_conflict', 'This idempotency key was already used with different input');
      }
      if (key !== null) {
        await manager.query('INSERT INTO order_keys VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
          userId,
          key,
          order.id,
        ]);
      }
      return { order, isNew: !known };
    });
  }

  private async findByKey(userId: string, key: string | null, manager: EntityManager): Promise<OrderEntity | null> {
    const [known] = await manager.query<OrderEntity[]>(
      `SELECT ${columnsOf(OrderEntity, 'o')} FROM order_keys k JOIN orders o ON o.id = k.order_id
        WHERE k.user_id = $1 AND k.idempotency_key = $2`,
      [userId, key],
    );
    return known ?? null;
  }

  /**
   * Finds the buyer's recent unpaid order for the same pack at the same price. Reusing it prevents double payment, because
   * Razorpay accepts one payment per order, however many checkouts are open.
   */
  private findUnpaid(userId: string, pack: CreditPackEntity, manager: EntityManager): Promise<OrderEntity | null> {
    return manager.findOne(OrderEntity, {
      where: {
        userId,
        kind: 'pack',
        state: In(['creating', 'open']),
        packId: pack.id,
        packName: pack.name,
        credits: pack.credits,
        amountPaise: pack.pricePaise,
        createdAt: MoreThan(new Date(Date.now() - REUSABLE_FOR_MS)),
      },
      order: { createdAt: 'DESC' },
    });
  }

  private async insertPack(userId: string, pack: CreditPackEntity, manager: EntityManager): Promise<OrderEntity> {
    const { id: packId, name: packName, credits, pricePaise: amountPaise } = pack;
    const insertion = this.insertion(manager, { kind: 'pack', userId, packId, packName, credits, amountPaise });
    const { raw } = await insertion.execute();
    return (raw as [OrderEntity])[0];
  }

  /** A statement that inserts a new order and returns it. */
  private insertion(manager: EntityManager, order: Partial<OrderEntity>): InsertQueryBuilder<OrderEntity> {
    const id = uuidv7();
    const nextPollAt = () => `now() + :firstPollMs * interval '1 millisecond'`;
    const fixed = { id, receipt: id.replaceAll('-', ''), state: 'creating', currency: 'INR', nextPollAt } as const;
    return manager
      .createQueryBuilder()
      .insert()
      .into(OrderEntity)
      .values({ ...fixed, ...order })
      .setParameter('firstPollMs', this.config.pollScheduleMs[0])
      .updateEntity(false)
      .returning(columnsOf(OrderEntity));
  }

  private async openAtRazorpay(order: OrderEntity, isNew: boolean): Promise<string> {
    try {
      const found = isNew ? null : await this.razorpay.findOrder(order.receipt);
      const razorpayOrderId = await this.markOpen(order, found ?? (await this.createAtRazorpay(order)));
      const { id: orderId, requestId, userId, amountPaise } = order;
      this.log.log({ msg: 'Order opened', orderId, razorpayOrderId, requestId, userId, amountPaise });
      return razorpayOrderId;
    } catch (error) {
      throw toUserError(error);
    }
  }

  private async createAtRazorpay(order: OrderEntity): Promise<string> {
    const notes = notesOf(order);
    const { amountPaise, currency, receipt } = order;
    try {
      return await this.razorpay.createOrder({ amountPaise, currency, receipt, notes });
    } catch (error) {
      const mayExist = error instanceof RazorpayError && error.failure === 'unknown';
      const found = mayExist ? await this.razorpay.findOrder(receipt) : null;
      if (found) return found;
      throw error;
    }
  }
}

function prefill({ name, email }: Pick<Buyer, 'name' | 'email'>): PaymentOrder['prefill'] {
  const localPart = email.split('@')[0] ?? '';
  return { name: name.trim() || localPart || 'Guest User', email: email || PLACEHOLDER_EMAIL };
}

/**
 * Notes shown in Razorpay's dashboard. `OrphanedOrders` restores an order from them if only Razorpay has it. Razorpay
 * accepts at most 15.
 */
function notesOf({ kind, packId, packName, credits, requestId, userId }: OrderEntity): Record<string, string> {
  const videoNotes = { plan_id: packId, plan_name: packName, credits: String(credits), request_id: requestId ?? '' };
  const packNotes = { pack_id: packId, pack_name: packName, credits: String(credits), user_id: userId };
  const notes = kind === 'pack' ? packNotes : videoNotes;
  return Object.fromEntries(Object.entries(notes).map(([name, text]) => [name, truncate(text)]));
}

/** Truncates without splitting a surrogate pair. */
function truncate(text: string): string {
  return text.length > MAX_NOTE_CHARACTERS
    ? `${text.slice(0, MAX_NOTE_CHARACTERS - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
    : text;
}
