import { AsyncLocalStorage } from 'node:async_hooks';
import { EntityManager } from 'typeorm';
import { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver';
import { RecentValue } from '../scheduling/recent-value';

/*
 * Code in a transaction that waits for a second connection stops its service for seconds once all connections of the pool are in such
 * transactions. Tests have too few callers for that, so here any such code fails at once.
 */

type Method = (this: unknown, ...values: unknown[]) => unknown;

/** The transaction of the current code. Work that it began in the background may continue after its end. */
const current = new AsyncLocalStorage<{ isOpen: boolean }>();
/** Tests hold up services with transactions of their own, and that of the reconciler holds only an advisory lock for its steps. */
const EXEMPT = /\.spec\.ts|\/reconciler\.ts/;

function wrap(prototype: object, name: string, wrapper: (real: Method) => Method): void {
  const methods = prototype as Record<string, Method>;
  methods[name] = wrapper(methods[name]!);
}

wrap(
  EntityManager.prototype,
  'transaction',
  (real) =>
    function (...values) {
      if (EXEMPT.test(caller())) return real.apply(this, values);
      const inTransaction = values.map((value) => (typeof value === 'function' ? within(value as Method) : value));
      return real.apply(this, inTransaction);
    },
);

for (const name of ['obtainMasterConnection', 'obtainSlaveConnection']) wrap(PostgresDriver.prototype, name, refused);
// A value that happens to be fresh needs no connection.
wrap(RecentValue.prototype, 'get', refused);

/** The line of the stack from which our code called a method of TypeORM. */
function caller(): string {
  const lines = new Error().stack?.split('\n') ?? [];
  return lines.find((line) => /\/(services|infra)\//.test(line) && !line.includes('single-connections')) ?? '';
}

function within(work: Method): Method {
  return async (...values) => {
    if (current.getStore()?.isOpen) return work(...values);
    const transaction = { isOpen: true };
    try {
      return await current.run(transaction, () => work(...values));
    } finally {
      transaction.isOpen = false;
    }
  };
}

function refused(real: Method): Method {
  return function (...values) {
    if (current.getStore()?.isOpen) throw new Error('Code in a transaction would wait for a second connection');
    return real.apply(this, values);
  };
}
