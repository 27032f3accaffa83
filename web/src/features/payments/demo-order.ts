import type { VideoPlan } from '@luit/contracts/generation/plans';
import { randomId } from '../../lib/idempotent-call';

/** What a person is shown before paying for one video. */
export interface DemoOrder {
  id: string;
  orderId: string;
  planId: string;
  prompt: string;
  imageUrl: string | null;
  /** Seconds. */
  duration: number;
  credits: number;
  currency: 'INR';
  status: 'demo_ready';
  /** A sample of what the plan gives; the video itself is made once it is paid for. */
  videoUrl: string;
  requestId: string | null;
  createdAt: string;
  plan: { name: string; duration: number; quality: string; credits: number };
}

/** Of a plan nobody knows (decision G-11); the server would refuse it. */
const UNKNOWN = { name: 'Demo video', duration: 15, quality: '480p', credits: 3 };
const SAMPLES = ['5s-480p', '5s-720p', '10s-480p', '10s-720p'];

export function demoOrder(
  wish: { planId: string; prompt: string; imageUrl?: string | null },
  plans: VideoPlan[],
  now = new Date(),
): DemoOrder {
  const { name, duration, quality, credits } = plans.find(({ id }) => id === wish.planId) ?? UNKNOWN;
  const id = randomId();
  return {
    id,
    orderId: `demo_${id}`,
    planId: wish.planId,
    prompt: wish.prompt,
    imageUrl: wish.imageUrl ?? null,
    duration,
    credits,
    currency: 'INR',
    status: 'demo_ready',
    videoUrl: `/samples/${SAMPLES.includes(wish.planId) ? wish.planId : SAMPLES[0]}.mp4`,
    requestId: null,
    createdAt: now.toISOString(),
    plan: { name, duration, quality, credits },
  };
}
