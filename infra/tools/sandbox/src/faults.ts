import { z } from 'zod';

/** Vendors into which faults can be injected. */
export const faultTargets = [
  ...(['razorpay', 'replicate', 'fal', 'ark', 'openai', 'classifier'] as const),
  ...(['time-stamps', 'push', 'mail', 'oidc'] as const),
  ...(['comfyui', 'comfyui-old', 'comfy-v2', 'vllm-omni', 'sglang'] as const),
] as const;
export type FaultTarget = (typeof faultTargets)[number];

/** What servers with GPUs do that clients must survive. A fault of a job is that of its submission. */
const GPU_FAULTS = [
  /** The output node of a graph is dropped, and the rest runs. */
  'drops_output',
  /** A file that the graph needs is not on the server. */
  'missing_file',
  'out_of_memory',
  /** Finished jobs are not in the history. */
  'evicts_history',
  /** The file of a finished job is gone. */
  'file_gone',
  /** A cancellation takes ten seconds. */
  'slow_cancel',
  /** A cancellation is answered, and nothing is canceled. */
  'ignores_cancel',
  'relative_links',
  /** The content is at another address, which is signed. */
  'redirects_content',
  /** A failed job is answered with 404. */
  'fails_as_404',
  /** Deleting a job conflicts with its end. */
  'delete_conflicts',
  /** The file of a completed job appears later. */
  'content_late',
  /** Outputs are uploaded, and the server has no content of its own. */
  'cloud_storage',
  /** Files have no length. */
  'no_length',
] as const;
type GpuFault = (typeof GPU_FAULTS)[number];

export type FaultKind =
  | { name: GpuFault }
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
      return argument === undefined && isGpuFault(name) ? { name } : null;
  }
}

function isGpuFault(name: string | undefined): name is GpuFault {
  return GPU_FAULTS.some((each) => each === name);
}

const faultKind = z.string().transform((text, context) => {
  const kind = parseFaultKind(text);
  if (kind) return kind;
  context.addIssue(
    `one of down, slow:<ms>, error:<status>, rate_limit:<s>, garbage, never_finishes, lost_answer, low_balance, refund_fails, ${GPU_FAULTS.join(', ')}`,
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
