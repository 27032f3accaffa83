import type { CreditTransaction } from '@luit/contracts/billing/transactions';
import type { RequestRecord } from '@luit/contracts/generation/requests';
import type { Payment, Refund } from './simulated-razorpay';
import type { SimulationDatabase } from './simulation-database';

/** The price of a video of 5 seconds, as the pricing page says. */
const PRICE = 18;

/** Something that an account was promised, or may have been promised if no answer arrived. */
export interface Promised {
  userId: string;
  kind: 'gift' | 'paid' | 'spent' | 'request' | 'refund';
  /** The text in the statement, or the id that the account was told. */
  label: string;
  credits: number;
  /** The money of a refund. */
  paise?: number;
  /** How often it was asked for without an answer. */
  unanswered: number;
  /** The last answer was yes. */
  isCertain: boolean;
}

/** A row of the statement that the account has seen. */
export interface SeenRow extends Pick<CreditTransaction, 'id' | 'amount' | 'balance_after'> {
  userId: string;
}

/** What the owner of an account sees. */
export interface AccountView {
  userId: string;
  credits: number;
  held: number;
  /** Newest first. */
  transactions: CreditTransaction[];
  requests: RequestRecord[];
}

/** What an accountant compares: the vendor's books and our documents. */
export interface Books {
  payments: readonly Payment[];
  refunds: readonly Refund[];
  documents: { kind: string; number: number; payment: string; refund: string | null; paise: number }[];
}

export async function readDocuments(database: SimulationDatabase): Promise<Books['documents']> {
  return database.rows(
    `SELECT kind, sequence_number AS number, payment_id AS payment, total_paise::float8 AS paise,
            (SELECT razorpay_refund_id FROM billing.refunds WHERE id = refund_id) AS refund
       FROM billing.invoices ORDER BY kind, sequence_number`,
  );
}

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);

/**
 * The second auditor. It knows only what customers were told, what they see, the vendor's books and our documents, and what the specification
 * says about them. It reads no table of the ledger.
 */
export class PromiseAuditor {
  private readonly problems: string[] = [];

  constructor(
    private readonly promises: readonly Promised[],
    private readonly seen: readonly SeenRow[],
    private readonly books: Books,
  ) {}

  audit(views: AccountView[]): string[] {
    for (const view of views) this.auditAccount(view);
    this.auditMoney(views);
    this.auditDocuments(views);
    return this.problems;
  }

  private expect(isKept: boolean, problem: string, ...details: unknown[]): void {
    if (!isKept) this.problems.push(`${problem}: ${details.map((one) => JSON.stringify(one)).join(' ')}`);
  }

  private auditAccount(view: AccountView): void {
    const rows = [...view.transactions].reverse();
    const explained = [
      ...this.match(view, 'gift', (row, { label }) => row.type === 'grant' && row.description === label, 1),
      ...this.match(view, 'spent', (row, { label }) => row.type === 'usage' && row.reference_id === label, -1),
      ...this.purchases(view),
      ...this.usage(view),
      ...this.cardRefunds(view),
    ];
    const unexplained = rows.filter((row) => !explained.includes(row));
    this.expect(unexplained.length === 0, 'a statement has entries that nobody asked for', unexplained);
    this.auditBalance(view, rows);
    for (const { userId, ...before } of this.seen) {
      if (userId !== view.userId) continue;
      const now = rows.find(({ id }) => id === before.id);
      const isSame = now?.amount === before.amount && now.balance_after === before.balance_after;
      this.expect(isSame, 'an entry that a customer saw has changed', before, now);
    }
  }

  /** The balance follows from each entry, and nothing is held once everything has ended. */
  private auditBalance({ credits, held }: AccountView, rows: CreditTransaction[]): void {
    let balance = 0;
    for (const row of rows) {
      balance += row.amount;
      this.expect(row.balance_after === balance, `an entry does not lead to its balance ${balance}`, row);
      this.expect(balance >= 0, 'a balance was negative', row);
    }
    this.expect(credits === balance, 'the balance is not what the statement says', credits, balance);
    this.expect(held === 0, 'credits are held for nothing', held);
  }

  /** Each promise of a kind is one entry of exactly its credits; one without an answer is at most one. @returns the entries */
  private match(
    { userId, transactions }: AccountView,
    kind: Promised['kind'],
    isEntry: (row: CreditTransaction, promised: Promised) => boolean,
    sign: 1 | -1,
  ): CreditTransaction[] {
    return this.promisesOf(userId, kind).flatMap((promised) => {
      const entries = transactions.filter((row) => isEntry(row, promised));
      const isKept = entries.length === 1 || (entries.length === 0 && !promised.isCertain);
      this.expect(isKept, `a ${kind} appears ${entries.length} times`, promised);
      for (const { amount } of entries)
        this.expect(amount === sign * promised.credits, `a ${kind} has other credits`, promised, amount);
      return entries;
    });
  }

  /** I4, as customers see it: the first payment of an order is one purchase at its price. */
  private purchases({ userId, transactions }: AccountView): CreditTransaction[] {
    return [...this.ordersOf(userId)].flatMap(([orderId, payments]) => {
      const entries = transactions.filter((row) => row.type === 'purchase' && row.orderId === orderId);
      const [first] = payments as [Promised];
      const { credits } = first;
      const paise = this.paymentOf(first).amount;
      const isKept = entries.length === 1 && entries[0]!.amount === credits && entries[0]!.amountPaise === paise;
      this.expect(isKept, 'a paid order is not one purchase at its price', orderId, payments, entries);
      return entries;
    });
  }

  /** I2 and I3, as customers see them: a video costs its price once, and anything else costs nothing. */
  private usage({ userId, transactions, requests }: AccountView): CreditTransaction[] {
    const promised = this.promisesOf(userId, 'request');
    this.expect(requests.length <= promised.length, 'there are more requests than were asked for', requests.length);
    for (const { label, isCertain } of promised)
      this.expect(!isCertain || requests.some(({ id }) => id === label), 'a confirmed request was lost', label);
    const returnsOf = (charges: CreditTransaction[]) =>
      transactions.filter((row) => row.type === 'refund' && charges.some(({ id }) => id === row.reference_id));
    const spent = this.promisesOf(userId, 'spent').map(({ label }) => label);
    const known = [...requests.map(({ id }) => id), ...spent];
    const others = transactions.filter((row) => row.type === 'usage' && !known.includes(row.reference_id ?? ''));
    const attempts = sum(promised.map(({ unanswered }) => unanswered));
    const areReturned = others.every((row) => row.status === 'reversed' && returnsOf([row]).length === 1);
    this.expect(areReturned && others.length <= attempts, 'a request that never began cost credits', others);
    const ofRequests = requests.flatMap(({ id, jobStatus, credits, money, outputKey }) => {
      const charges = transactions.filter((row) => row.type === 'usage' && row.reference_id === id);
      const returns = returnsOf(charges);
      const paid = -sum([...charges, ...returns].map(({ amount }) => amount));
      const isDone = jobStatus === 'succeeded';
      const facts = {
        id,
        jobStatus,
        credits,
        money: money.state,
        charges: charges.length,
        returns: returns.length,
        paid,
      };
      this.expect(isDone === (outputKey !== null), 'a video is there only if its request succeeded', facts);
      this.expect(['succeeded', 'failed', 'canceled'].includes(jobStatus), 'a request has not ended', facts);
      this.expect(paid === (isDone ? PRICE : 0), 'a request did not cost what it should', facts);
      this.expect(charges.length <= 1 && returns.length <= 1, 'a request was charged or returned twice', facts);
      this.expect(money.state === (isDone ? 'captured' : 'returned'), 'a request shows other money', facts);
      for (const { status } of charges)
        this.expect(status === (isDone ? 'completed' : 'reversed'), 'a charge shows another status', facts, status);
      return [...charges, ...returns];
    });
    return [...ofRequests, ...others, ...returnsOf(others)];
  }

  private cardRefunds({ userId, transactions }: AccountView): CreditTransaction[] {
    const promised = this.promisesOf(userId, 'refund');
    const entries = transactions.filter(({ type, amount }) => type === 'refund' && amount < 0);
    this.expect(entries.length <= promised.length, 'there are more refunds than were asked for', entries);
    for (const one of promised.filter(({ isCertain }) => isCertain)) {
      const isShown = entries.some((row) => row.amount === -one.credits && row.amountPaise === one.paise);
      this.expect(isShown, 'a refund is not in the statement', one, entries);
    }
    for (const row of entries) {
      const sale = transactions.find(({ type, orderId }) => type === 'purchase' && orderId === row.orderId);
      const price = sale && Math.floor((sale.amountPaise! * -row.amount) / sale.amount);
      this.expect(row.amountPaise === price, 'a refund is not the price of its credits', row, sale);
      this.expect(row.status === 'completed', 'a refund has not ended', row);
    }
    return entries;
  }

  /** I4 in the vendor's books: a captured payment is a purchase, or goes back in full. Nothing else goes back. */
  private auditMoney(views: AccountView[]): void {
    const asked = this.promises.filter(({ kind }) => kind === 'refund');
    for (const { userId, transactions } of views) {
      for (const [orderId, payments] of this.ordersOf(userId)) {
        const shown = sum(
          transactions
            .filter((row) => row.type === 'refund' && row.orderId === orderId && row.amount < 0)
            .map(({ amountPaise }) => amountPaise ?? 0),
        );
        const captured = payments.map((one) => this.paymentOf(one).amount);
        const back = sum(payments.map((one) => this.paidBack(this.paymentOf(one))));
        const surplus = sum(captured.slice(1));
        const facts = { orderId, captured, back, shown };
        this.expect(back === surplus + shown, 'the vendor paid back another amount than was promised', facts);
      }
    }
    for (const { label, paise } of asked.filter(({ isCertain }) => isCertain)) {
      const paid = this.books.refunds.filter(({ receipt }) => receipt.startsWith(label.replaceAll('-', '')));
      const isPaid = paid.length === 1 && paid[0]!.amount === paise && paid[0]!.status === 'processed';
      this.expect(isPaid, 'a promised refund was not paid once', label, paise, paid);
    }
  }

  /** Each purchase has one document of its price, each refund of a purchase one credit note, and numbers have no gaps. */
  private auditDocuments(views: AccountView[]): void {
    const { documents, refunds } = this.books;
    const sales = documents.filter(({ refund }) => refund === null);
    const purchases = views.flatMap(({ transactions }) => transactions.filter(({ type }) => type === 'purchase'));
    const totals = (values: number[]): string => [...values].sort((a, b) => a - b).join(' ');
    this.expect(
      totals(sales.map(({ paise }) => paise)) === totals(purchases.map(({ amountPaise }) => amountPaise ?? 0)),
      'the documents of sales are not the purchases',
      sales,
    );
    const ofSales = refunds.filter(({ payment_id }) => sales.some(({ payment }) => payment === payment_id));
    const noted = documents.filter(({ refund }) => refund !== null);
    this.expect(
      totals(noted.map(({ paise }) => paise)) === totals(ofSales.map(({ amount }) => amount)),
      'the credit notes are not the refunds of purchases',
      noted,
    );
    const last = new Map<string, number>();
    for (const { kind, number } of documents) {
      this.expect(number === (last.get(kind) ?? 0) + 1, 'a number of a document is missing', kind, number);
      last.set(kind, number);
    }
  }

  private promisesOf(userId: string, kind: Promised['kind']): Promised[] {
    return this.promises.filter((one) => one.userId === userId && one.kind === kind);
  }

  /** The payments of an account by their order. */
  private ordersOf(userId: string): Map<string, Promised[]> {
    const orders = new Map<string, Promised[]>();
    for (const promised of this.promisesOf(userId, 'paid')) {
      const { order_id } = this.paymentOf(promised);
      orders.set(order_id, [...(orders.get(order_id) ?? []), promised]);
    }
    return orders;
  }

  private paymentOf({ label }: Promised): Payment {
    return this.books.payments.find(({ id }) => id === label)!;
  }

  private paidBack(payment: Payment): number {
    return sum(this.books.refunds.filter(({ payment_id }) => payment_id === payment.id).map(({ amount }) => amount));
  }
}
