import { LuitError } from '@luit/contracts/errors';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { correlationId, withCorrelation } from '../tracing/correlation';
import { Batcher, MAX_BATCH } from './batcher';

type Answers = (string | Error)[];

/** Records each batch and answers it when the test says so. */
class Statement {
  readonly batches: string[][] = [];
  private readonly pending: { resolve: (answers: Answers) => void; reject: (error: Error) => void }[] = [];

  readonly run = (items: string[]): Promise<Answers> => {
    this.batches.push(items);
    return new Promise((resolve, reject) => this.pending.push({ resolve, reject }));
  };

  /** Answers the oldest batch with one result per item. */
  async finish(answerOf: (item: string) => string | Error = (item) => `done ${item}`): Promise<void> {
    const answered = this.batches[this.batches.length - this.pending.length] ?? [];
    this.pending.shift()?.resolve(answered.map(answerOf));
    await nextTurn();
    await nextTurn();
  }

  async fail(error: Error): Promise<void> {
    this.pending.shift()?.reject(error);
    await nextTurn();
    await nextTurn();
  }
}

describe('Batcher', () => {
  let statement: Statement;
  let batcher: Batcher<string, string>;

  beforeEach(() => {
    statement = new Statement();
    batcher = new Batcher(statement.run);
  });

  const addAll = (items: string[]) => Promise.allSettled(items.map((item) => batcher.add(item)));

  it('items of one tick share a batch, and each gets its own result', async () => {
    const results = Promise.all(['a', 'b', 'c'].map((item) => batcher.add(item)));
    await nextTurn();
    expect(statement.batches).toEqual([['a', 'b', 'c']]);
    await statement.finish();
    expect(await results).toEqual(['done a', 'done b', 'done c']);
  });

  it('items that arrive while a batch runs form the next one', async () => {
    const first = batcher.add('a');
    await nextTurn();
    const further = [batcher.add('b')];
    await nextTurn();
    further.push(batcher.add('c'));
    await nextTurn();
    expect(statement.batches).toEqual([['a']]);
    await statement.finish();
    expect(await first).toBe('done a');
    expect(statement.batches).toEqual([['a'], ['b', 'c']]);
    await statement.finish();
    expect(await Promise.all(further)).toEqual(['done b', 'done c']);
  });

  it('a full batch does not wait for the batch before it', async () => {
    const results = addAll(Array.from({ length: 2 * MAX_BATCH + 1 }, (_, i) => `${i}`));
    await nextTurn();
    expect(statement.batches.map(({ length }) => length)).toEqual([MAX_BATCH, MAX_BATCH]);
    await statement.finish();
    await statement.finish();
    await statement.finish();
    expect(statement.batches.map(({ length }) => length)).toEqual([MAX_BATCH, MAX_BATCH, 1]);
    expect((await results).every(({ status }) => status === 'fulfilled')).toBe(true);
  });

  it('the error of one item rejects that item alone', async () => {
    const results = addAll(['a', 'b', 'c']);
    await nextTurn();
    await statement.finish((item) => (item === 'b' ? new LuitError('insufficient_credits', 'Too few') : item));
    expect(await results).toMatchObject([{ value: 'a' }, { reason: { code: 'insufficient_credits' } }, { value: 'c' }]);
  });

  it('a batch that throws runs again item by item, so that only the item at fault fails', async () => {
    const results = addAll(['a', 'b']);
    await nextTurn();
    await statement.fail(new Error('duplicate key'));
    await statement.finish();
    expect(statement.batches).toEqual([['a', 'b'], ['a'], ['b']]);
    await statement.fail(new Error('duplicate key'));
    expect(await results).toMatchObject([{ value: 'done a' }, { reason: { message: 'duplicate key' } }]);
  });

  it('a lost connection fails the whole batch, because it may have been committed', async () => {
    const results = addAll(['a', 'b']);
    await nextTurn();
    await statement.fail(new Error('Connection terminated unexpectedly'));
    expect((await results).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(statement.batches).toEqual([['a', 'b']]);
  });

  it('an item whose call passes its deadline while it waits is dropped alone', async () => {
    const strict = new Batcher(statement.run, { dropsLateItems: true });
    const [before, after] = [performance.now() - 1, performance.now() + 60_000];
    const results = Promise.allSettled([
      withCorrelation('late', () => strict.add('late'), before),
      withCorrelation('on time', () => strict.add('on time'), after),
      strict.add('no call'),
    ]);
    await nextTurn();
    expect(statement.batches).toEqual([['on time', 'no call']]);
    await statement.finish();
    expect(await results).toMatchObject([
      { reason: { code: 'unavailable' } },
      { value: 'done on time' },
      { value: 'done no call' },
    ]);
  });

  it('the steps of an operation that has begun are not dropped', async () => {
    const late = withCorrelation('late', () => batcher.add('late'), performance.now() - 1);
    await nextTurn();
    await statement.finish();
    expect(await late).toBe('done late');
  });

  it('a batch runs outside of the contexts of its callers, which keep theirs', async () => {
    const seen: (string | undefined)[] = [];
    const run = (items: string[]) => {
      seen.push(correlationId());
      return Promise.resolve(items);
    };
    const outside = withCorrelation('its maker', () => new Batcher<string, string>(run));
    const own = ['a', 'b'].map((item) => withCorrelation(item, () => outside.add(item).then(() => correlationId())));
    expect(await Promise.all(own)).toEqual(['a', 'b']);
    expect(seen).toEqual([undefined]);
  });
});
