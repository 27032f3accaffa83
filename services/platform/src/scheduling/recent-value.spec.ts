import { RecentValue } from './recent-value';

describe('a recent value', () => {
  let reads = 0;
  const read = () => Promise.resolve(++reads);
  beforeEach(() => {
    reads = 0;
  });

  it('callers share one read while it is recent', async () => {
    const recent = new RecentValue<number>(60_000);
    expect(await Promise.all([recent.get(read), recent.get(read)])).toEqual([1, 1]);
    expect(await recent.get(read)).toBe(1);
  });

  it('is read again when it is too old, or was forgotten', async () => {
    const old = new RecentValue<number>(-1);
    expect([await old.get(read), await old.get(read)]).toEqual([1, 2]);
    const recent = new RecentValue<number>(60_000);
    await recent.get(read);
    recent.forget();
    expect(await recent.get(read)).toBe(4);
  });

  it('a caller in a transaction does not wait for the read of another, and keeps what it read itself', async () => {
    const recent = new RecentValue<number>(60_000);
    let end: (value: number) => void = () => undefined;
    const slow = recent.get(() => new Promise<number>((resolve) => (end = resolve)));
    expect(await recent.getAlone(read)).toBe(1);
    end(7);
    expect([await slow, await recent.get(read), await recent.getAlone(read)]).toEqual([7, 1, 1]);
    recent.forget();
    await expect(recent.getAlone(() => Promise.reject(new Error('no table')))).rejects.toThrow('no table');
    expect(await recent.getAlone(read)).toBe(2);
  });

  it('a read that failed is not kept, and does not end a later one', async () => {
    const recent = new RecentValue<number>(60_000);
    let fail: (error: Error) => void = () => undefined;
    const failed = recent.get(() => new Promise((_, reject) => (fail = reject)));
    recent.forget();
    const later = recent.get(read);
    fail(new Error('no connection'));
    await expect(failed).rejects.toThrow('no connection');
    expect([await later, await recent.get(read)]).toEqual([1, 1]);
    recent.forget();
    await expect(recent.get(() => Promise.reject(new Error('again')))).rejects.toThrow('again');
    expect(await recent.get(read)).toBe(2);
  });
});
