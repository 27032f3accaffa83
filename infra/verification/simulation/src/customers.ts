import { billingCalls } from '@luit/contracts/billing/messages';
import type { CreditTransaction } from '@luit/contracts/billing/transactions';
import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { SimulatedCalls } from './simulated-calls';
import type { SimulatedRazorpay } from './simulated-razorpay';
import type { AccountView, Promised, SeenRow } from './promises';
import { userId } from './users';
import type { World } from './world';

const ACTIONS = ['gift', 'buy', 'generate', 'generate', 'cancel', 'spend', 'refund', 'look'] as const;
type Action = (typeof ACTIONS)[number];
const MAX_ACCOUNTS = 2;
const ACTIONS_EACH = { least: 2, most: 7 };
const WITHIN_MS = 12_000;
const MAX_ATTEMPTS = 4;

/** How a call ended, as its caller knows. */
interface Outcome<T> {
  /** Undefined if it was refused, or if its caller gave up. */
  answer?: T;
  /** How often it was called without an answer, so that it may have happened. */
  unanswered: number;
}

/**
 * The second workload: what people do with money, from the specification. They get gifts, buy packs, pay twice, generate, cancel, spend,
 * ask for refunds, and write down what they were promised.
 */
export class Customers {
  readonly promises: Promised[] = [];
  readonly seen: SeenRow[] = [];
  readonly accounts: string[] = [];
  private unfinished = 0;

  constructor(
    private readonly world: World,
    private readonly calls: SimulatedCalls,
    private readonly razorpay: SimulatedRazorpay,
  ) {}

  get areDone(): boolean {
    return this.unfinished === 0;
  }

  start(): void {
    const { random } = this.world;
    const accounts = random.int(1, MAX_ACCOUNTS);
    for (let n = 1; n <= accounts; n += 1) {
      this.accounts.push(userId(n));
      const actions = random.int(ACTIONS_EACH.least, ACTIONS_EACH.most);
      for (let i = 1; i <= actions; i += 1) {
        const action = i === 1 ? random.pick(['gift', 'buy'] as const) : random.pick(ACTIONS);
        this.track(this.act(n, i, action, i === 1 ? 0 : random.int(0, WITHIN_MS)));
      }
    }
  }

  /** What an account's owner sees. */
  async view(userId: string): Promise<AccountView> {
    const [{ credits, held }, { transactions }, { requests }] = await Promise.all([
      this.calls.call(billingCalls.getBalance, { userId }),
      this.calls.call(billingCalls.listTransactions, { userId, limit: 200, offset: 0 }),
      this.calls.call(generationCalls.listRequests, { userId, limit: 200 }),
    ]);
    return { userId, credits, held, transactions, requests };
  }

  private track(work: Promise<void>): void {
    this.unfinished += 1;
    work
      .catch((error: Error) => this.world.problems.push(`a customer failed: ${error.message}`))
      .finally(() => {
        this.unfinished -= 1;
      });
  }

  private async act(account: number, i: number, action: Action, delayMs: number): Promise<void> {
    await pause(delayMs);
    if (!this.world.includes(`account ${account}: ${action} ${i}`)) return;
    const owner = userId(account);
    const key = `${action}-${i}`;
    switch (action) {
      case 'gift':
        return this.getGift(owner, key);
      case 'buy':
        return this.buy(owner, key);
      case 'generate':
        return this.generate(owner, key);
      case 'cancel':
        return this.cancel(owner);
      case 'spend':
        return this.spend(owner, key);
      case 'refund':
        return this.refund(owner, key);
      case 'look':
        return this.look(owner);
    }
  }

  private async getGift(userId: string, key: string): Promise<void> {
    const credits = this.world.random.int(10, 60);
    const gift = { userId, credits, description: key, expiresAt: null, idempotencyKey: `${userId}:${key}` };
    const outcome = await this.persist(() => this.calls.call(billingCalls.grantCredits, gift));
    this.note({ userId, kind: 'gift', label: key, credits }, outcome);
  }

  private async spend(userId: string, key: string): Promise<void> {
    const credits = this.world.random.int(1, 30);
    const deduction = { userId, credits, reason: key, idempotencyKey: key };
    const outcome = await this.persist(() => this.calls.call(billingCalls.deductCredits, deduction));
    this.note({ userId, kind: 'spent', label: key, credits }, outcome);
  }

  /** Pays for a pack, sometimes in two tabs. The page that reports the payment may be closed before. */
  private async buy(userId: string, key: string): Promise<void> {
    const { random } = this.world;
    const order = {
      buyer: { userId, name: 'A Buyer', email: 'a@buyer.test' },
      packId: 'starter',
      idempotencyKey: `${userId}:${key}`,
    };
    const outcome = await this.persist(() => this.calls.call(billingCalls.createOrder, order));
    if (!outcome.answer) return;
    const { razorpayOrderId, credits } = outcome.answer;
    await pause(random.int(0, 3_000));
    const payments = random.chance(0.2) ? 2 : 1;
    for (let n = 1; n <= payments; n += 1) {
      const paid = this.razorpay.pay(razorpayOrderId);
      this.promises.push({
        userId,
        kind: 'paid',
        label: paid.razorpayPaymentId,
        credits,
        unanswered: 0,
        isCertain: true,
      });
      if (random.chance(0.4)) continue;
      const verification = { razorpayOrderId, ...paid };
      await this.persist(() => this.calls.call(billingCalls.verifyPayment, verification));
    }
  }

  private async generate(userId: string, key: string): Promise<void> {
    const input = { userId, idempotencyKey: key, type: 'video' as const, prompt: 'a river at dawn', duration: 5 };
    const outcome = await this.persist(() => this.calls.call(generationCalls.createRequest, input));
    this.note({ userId, kind: 'request', label: outcome.answer?.id ?? key, credits: 0 }, outcome);
  }

  private async cancel(userId: string): Promise<void> {
    const known = this.promises.filter((one) => one.kind === 'request' && one.userId === userId && one.isCertain);
    if (known.length === 0) return;
    const requestId = this.world.random.pick(known).label;
    await this.persist(() => this.calls.call(generationCalls.cancelRequest, { userId, requestId }));
  }

  private async refund(userId: string, key: string): Promise<void> {
    const statement = await this.readStatement(userId);
    const purchase = statement.find(({ refundable }) => refundable);
    if (!purchase) return;
    const request = { userId, transactionId: purchase.id, idempotencyKey: key };
    const outcome = await this.persist(() => this.calls.call(billingCalls.refundPurchase, request));
    const receipt = outcome.answer;
    const label = receipt?.refundId ?? key;
    this.note({ userId, kind: 'refund', label, credits: receipt?.credits ?? 0, paise: receipt?.amountPaise }, outcome);
  }

  private async look(userId: string): Promise<void> {
    for (const { id, amount, balance_after } of await this.readStatement(userId))
      this.seen.push({ userId, id, amount, balance_after });
  }

  private async readStatement(userId: string): Promise<CreditTransaction[]> {
    const page = { userId, limit: 200, offset: 0 };
    const { answer } = await this.persist(() => this.calls.call(billingCalls.listTransactions, page));
    return answer?.transactions ?? [];
  }

  private note(promised: Omit<Promised, 'isCertain' | 'unanswered'>, { answer, unanswered }: Outcome<unknown>): void {
    const isCertain = answer !== undefined;
    if (isCertain || unanswered > 0) this.promises.push({ ...promised, unanswered, isCertain });
  }

  /** Repeats a call until it is answered, or its customer gives up. */
  private async persist<T>(call: () => Promise<T>): Promise<Outcome<T>> {
    for (let unanswered = 0; unanswered < MAX_ATTEMPTS; unanswered += 1) {
      try {
        return { answer: await call(), unanswered };
      } catch (error) {
        if (!(error instanceof LuitError)) throw error;
        this.world.log('gateway', `a customer is refused: ${error.code}`);
        if (error.code !== 'unavailable') return { unanswered };
        await pause(this.world.random.int(500, 2_000));
      }
    }
    return { unanswered: MAX_ATTEMPTS };
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, milliseconds));
}
