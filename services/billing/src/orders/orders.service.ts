import type { Buyer, NewVideoOrder, PaymentOrder } from '@luit/contracts/billing/orders';
import { accountClosed, LuitError } from '@luit/contracts/errors';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, MoreThan, Repository } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { z } from 'zod';
import { BILLING_CONFIG, type BillingConfig } from '../config';
import { parseInput, credits, id, idempotencyKey } from '../ledger/input';
import type { CreditPackEntity } from '../packs/credit-pack.entity';
import { PacksService } from '../packs/packs.service';
import { RazorpayClient } from '../razorpay/razorpay-client';
import { RazorpayError, toUserError } from '../razorpay/razorpay.errors';
import { OrderEntity } from './order.entity';
import { notesOf } from './order-notes';

const buyer = z.object({ userId: id, name: z.string(), email: z.string() });

const newOrder = z.object({
  buyer,
  packId: z.string(),
  idempotencyKey: idempotencyKey.nullable(),
});

const newVideoOrder = z.object({
  requestId: id,
  accountId: id,
  buyer: buyer.nullable(),
  email: z.string().max(254).nullable(),
  planId: z.string(),
  planName: z.string(),
  duration: z.int().positive(),
  credits,
});

interface Shown {
  keyId: string;
  description: string;
  /** Null for a guest. */
  buyer: Buyer | null;
}

/** Older orders are looked up at Razorpay too seldom to be paid anew. */
const TAKEN_UP_WITHIN_MS = 24 * 3_600_000;
/** A video that is paid for directly costs one rupee per credit. */
const PAISE_PER_CREDIT = 100;

export type NewOrder = z.input<typeof newOrder>;
export type PackOrder = PaymentOrder & { packName: string; credits: number };

const PLACEHOLDER_EMAIL = 'guest@example.com';

@Injectable()
export class OrdersService {
  constructor(
    @InjectRepository(OrderEntity) private readonly orders: Repository<OrderEntity>,
    private readonly packs: PacksService,
    private readonly razorpay: RazorpayClient,
    @Inject(BILLING_CONFIG) private readonly config: BillingConfig,
  ) {}

  /**
   * Makes an order here and at Razorpay, or answers the one that the person left unpaid. The row stands before Razorpay is
   * asked, so whatever is cut off goes on when it is asked for again. Two that race may make two orders at Razorpay: the
   * first stored is the only one ever shown, and nobody can pay the other.
   *
   * @throws LuitError `invalid_pack`, `idempotency_conflict`, `account_closed`, `provider_not_configured`, `unavailable`
   */
  async create(request: NewOrder): Promise<PackOrder> {
    const { buyer, packId, idempotencyKey: key } = parseInput(newOrder, request);
    const pack = await this.packs.forSale(packId);
    const { keyId } = this.razorpay;
    await this.requireOpen(buyer.userId);
    const { order, isNew } = await this.persistPack(buyer.userId, pack, key);
    const shown = await this.present(order, isNew, { keyId, description: `Credit Pack - ${order.packName}`, buyer });
    return { ...shown, packName: order.packName, credits: order.credits };
  }

  /**
   * The same for one video, on an account of its own: what is granted there is held for that video and can be spent on
   * nothing else, so a failed job's money can always go back to the card.
   *
   * @throws LuitError `account_closed`, `provider_not_configured`, `unavailable`
   */
  async createForVideo(request: NewVideoOrder): Promise<PaymentOrder> {
    const video = parseInput(newVideoOrder, request);
    const { keyId } = this.razorpay;
    if (video.buyer) await this.requireOpen(video.buyer.userId);
    const { order, isNew } = await this.persistVideo(video);
    const description = `Demo Video Generation - ${video.duration} seconds`;
    return this.present(order, isNew, { keyId, description, buyer: video.buyer });
  }

  /** Stores Razorpay's id of an order unless one is stored already; answers the stored one. */
  async markOpen(order: OrderEntity, razorpayOrderId: string): Promise<string> {
    await this.orders.query(
      `UPDATE orders SET razorpay_order_id = $2, state = 'open', updated_at = now() WHERE id = $1 AND state = 'creating'`,
      [order.id, razorpayOrderId],
    );
    const stored = await this.orders.findOneByOrFail({ id: order.id });
    if (!stored.razorpayOrderId) throw new LuitError('conflict', 'This order has expired. Please start a new one.');
    return stored.razorpayOrderId;
  }

  /** An account that closes a moment later does no harm: what is paid on its orders is refunded. */
  private async requireOpen(userId: string): Promise<void> {
    const closed = await this.orders.query<unknown[]>(
      'SELECT FROM accounts WHERE user_id = $1 AND closed_at IS NOT NULL',
      [userId],
    );
    if (closed.length > 0) throw accountClosed();
  }

  /** What checkout needs, of an order that stands at Razorpay too. */
  private async present(
    order: OrderEntity,
    isNew: boolean,
    { keyId, description, buyer }: Shown,
  ): Promise<PaymentOrder> {
    if (order.state === 'expired') throw new LuitError('conflict', 'This order has expired. Please start a new one.');
    const razorpayOrderId = order.razorpayOrderId ?? (await this.open(order, isNew));
    return {
      keyId,
      razorpayOrderId,
      orderId: order.id,
      amount: order.amountPaise,
      currency: order.currency,
      description,
      prefill: prefill(buyer ?? { name: '', email: '' }),
      checkoutScriptUrl: this.razorpay.checkoutUrl,
    };
  }

  private async persistVideo(video: z.output<typeof newVideoOrder>): Promise<{ order: OrderEntity; isNew: boolean }> {
    const orderId = uuidv7();
    const inserted = await this.orders.query<unknown[]>(
      `INSERT INTO orders (id, user_id, kind, request_id, buyer_id, guest_email, state, pack_id, pack_name, credits,
                           amount_paise, currency, receipt, next_poll_at)
       VALUES ($1, $2, 'plan', $3, $4, $5, 'creating', $6, $7, $8, $9, 'INR', $10, now() + $11 * interval '1 millisecond')
       ON CONFLICT (request_id) DO NOTHING RETURNING id`,
      [
        orderId,
        video.accountId,
        video.requestId,
        video.buyer?.userId ?? null,
        video.email,
        video.planId,
        `${video.planName}, ${video.duration} seconds`,
        video.credits,
        video.credits * PAISE_PER_CREDIT,
        orderId.replaceAll('-', ''),
        this.config.pollScheduleMs[0],
      ],
    );
    const order = await this.orders.findOneByOrFail({ requestId: video.requestId });
    return { order, isNew: inserted.length > 0 };
  }

  /** The account's lock lets one of several askers make the order that all of them are answered with. */
  private persistPack(
    userId: string,
    pack: CreditPackEntity,
    key: string | null,
  ): Promise<{ order: OrderEntity; isNew: boolean }> {
    return this.orders.manager.transaction(async (manager) => {
      await manager.query('SELECT lock_account($1)', [userId]);
      const known = (await this.orderOfKey(userId, key, manager)) ?? (await this.unpaid(userId, pack, manager));
      const order = known ?? (await this.insertPack(userId, pack, manager));
      if (order.packId !== pack.id) {
        throw new LuitError('idempotency_conflict', 'This idempotency key was used for something else');
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

  private async orderOfKey(userId: string, key: string | null, manager: EntityManager): Promise<OrderEntity | null> {
    const [known] = await manager.query<{ order_id: string }[]>(
      'SELECT order_id FROM order_keys WHERE user_id = $1 AND idempotency_key = $2',
      [userId, key],
    );
    return known ? manager.findOneByOrFail(OrderEntity, { id: known.order_id }) : null;
  }

  /**
   * What the person was about to pay for and left, where it is still the same pack at the same price: Razorpay takes one
   * payment of it, however many checkouts are open.
   */
  private unpaid(userId: string, pack: CreditPackEntity, manager: EntityManager): Promise<OrderEntity | null> {
    return manager.findOne(OrderEntity, {
      where: {
        userId,
        kind: 'pack',
        state: In(['creating', 'open']),
        packId: pack.id,
        packName: pack.name,
        credits: pack.credits,
        amountPaise: pack.pricePaise,
        createdAt: MoreThan(new Date(Date.now() - TAKEN_UP_WITHIN_MS)),
      },
      order: { createdAt: 'DESC' },
    });
  }

  private async insertPack(userId: string, pack: CreditPackEntity, manager: EntityManager): Promise<OrderEntity> {
    const id = uuidv7();
    await manager.query(
      `INSERT INTO orders (id, user_id, state, pack_id, pack_name, credits, amount_paise, currency, receipt, next_poll_at)
       VALUES ($1, $2, 'creating', $3, $4, $5, $6, 'INR', $7, now() + $8 * interval '1 millisecond')`,
      [
        id,
        userId,
        pack.id,
        pack.name,
        pack.credits,
        pack.pricePaise,
        id.replaceAll('-', ''),
        this.config.pollScheduleMs[0],
      ],
    );
    return manager.findOneByOrFail(OrderEntity, { id });
  }

  private async open(order: OrderEntity, isNew: boolean): Promise<string> {
    try {
      const found = isNew ? null : await this.razorpay.findOrder(order.receipt);
      return await this.markOpen(order, found ?? (await this.createRemote(order)));
    } catch (error) {
      throw toUserError(error);
    }
  }

  private async createRemote(order: OrderEntity): Promise<string> {
    const notes = notesOf(order);
    const { amountPaise, currency, receipt } = order;
    try {
      return await this.razorpay.createOrder({ amountPaise, currency, receipt, notes });
    } catch (error) {
      const isMaybeDone = error instanceof RazorpayError && error.failure === 'unknown';
      const found = isMaybeDone ? await this.razorpay.findOrder(receipt) : null;
      if (found) return found;
      throw error;
    }
  }
}

function prefill({ name, email }: Pick<Buyer, 'name' | 'email'>): PaymentOrder['prefill'] {
  const localPart = email.split('@')[0] ?? '';
  return { name: name.trim() || localPart || 'Guest User', email: email || PLACEHOLDER_EMAIL };
}
