import { z } from 'zod';

/** Vendors into which faults can be injected. */
export const faultTargets = [
  ...(['razorpay', 'replicate', 'fal', 'ark', 'openai', 'classifier'] as const),
  ...(['time-stamps', 'push', 'mail', 'oidc'] as const),
] as const;
export type FaultTarget = (typeof faultTargets)[number];

export type FaultKind =
  | { name: 'down' | 'garbage' | 'never_finishes' | 'lost_answer' }
  /** Only at Razorpay: it rejects new refunds, or banks reject the refunds that are created now. */
  | { name: 'low_balance' | 'refund_fails' }
  | { name: 'slow'; milliseconds: number }
  | { name: 'error'; status: number }
  | { name: 'rate_limit'; seconds: number };

/** Parses `down`, `slow:<ms>`, `error:<status>`, `rate_limit:<s>`, `garbage`, `never_finishes`, `lost_answer` and Razorpay's own kinds. */
export function parseFaultKind(text: string): FaultKind | null {
  const [name, argument, ...rest] = text.split(':');
  const number = argument === undefined || argument === '' ? NaN : Number(argument);
  if (rest.length > 0) return null;
  switch (name) {
    case 'down':
    case 'garbage':
    case 'never_finishes':
    case 'lost_answer':
    case 'low_balance':
    case 'refund_fails':
      return argument === undefined ? { name } : null;
    case 'slow':
      return number >= 0 ? { name, milliseconds: number } : null;
    case 'error':
      return Number.isInteger(number) && number >= 400 && number <= 599 ? { name, status: number } : null;
    case 'rate_limit':
      return number >= 0 ? { name, seconds: number } : null;
    default:
      return null;
  }
}

const faultKind = z.string().transform((text, context) => {
  const kind = parseFaultKind(text);
  if (kind) return kind;
  context.addIssue(
    'one of down, slow:<ms>, error:<status>, rate_limit:<s>, garbage, never_finishes, lost_answer, low_balance, refund_fails',
  );
  return z.NEVER;
});

export const faultRequest = z.strictObject({
  target: z.enum(faultTargets),
  kind: faultKind,
  for_seconds: z.number().min(0),
  probability: z.number().min(0).max(1).default(1),
});
export type FaultRequest = z.infer<typeof faultRequest>;

/** Injected faults by vendor, until they expire. */
export class ActiveFaults {
  private active: { target: FaultTarget; kind: FaultKind; until: number; probability: number }[] = [];

  /** Faults of different kinds add up; a fault of the same kind replaces the earlier one, and 0 seconds end it. */
  set(fault: FaultRequest): void {
    const others = this.active.filter(({ target, kind }) => target !== fault.target || kind.name !== fault.kind.name);
    this.active = [...others, { ...fault, until: Date.now() + fault.for_seconds * 1000 }];
  }

  /** Draws the faults that affect one request, by their probability. */
  draw(target: FaultTarget): FaultKind[] {
    const now = Date.now();
    this.active = this.active.filter(({ until }) => until > now);
    return this.active.filter((f) => f.target === target && Math.random() < f.probability).map(({ kind }) => kind);
  }

  reset(): void {
    this.active = [];
  }
}
