import { readFileSync } from 'node:fs';

// Preloaded into processes whose clock may be shifted: Date is ahead of the real time by the milliseconds in the file
// CLOCK_OFFSET_FILE, which is read again on SIGUSR2. Timers and performance.now() go on, as on a host whose clock is set.

const RealDate = Date;
const realNow = Date.now;
const file = process.env.CLOCK_OFFSET_FILE ?? '';
let offsetMs = 0;

const readOffset = (): void => {
  offsetMs = Number(readFileSync(file, 'utf8'));
};
const now = (): number => realNow() + offsetMs;

readOffset();
process.on('SIGUSR2', readOffset);
RealDate.now = now;
globalThis.Date = new Proxy(RealDate, {
  construct: (target, values: [], newTarget: typeof RealDate) =>
    Reflect.construct(target, values.length === 0 ? [now()] : values, newTarget) as Date,
  apply: () => new RealDate(now()).toString(),
});
