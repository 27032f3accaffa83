import type { VideoPlan } from '@luit/contracts/generation/plans';
import { randomId } from '@luit/ui/intents';

/** The order shown before a user pays for one video. */
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
  /** A sample video for the plan, shown before payment. */
  videoUrl: string;
  posterUrl: string;
  requestId: string | null;
  createdAt: string;
  plan: { name: string; duration: number; quality: string; credits: number };
}

/** Shown for unknown plans (decision G-11); the server rejects them. */
const UNKNOWN_PLAN = { name: 'Demo video', duration: 15, quality: '480p', credits: 3 };
const SAMPLES = ['5s-480p', '5s-720p', '10s-480p', '10s-720p'];

export function demoOrder(
  input: { planId: string; prompt: string; imageUrl?: string | null },
  plans: VideoPlan[],
  now = new Date(),
): DemoOrder {
  const { name, duration, quality, credits } = plans.find(({ id }) => id === input.planId) ?? UNKNOWN_PLAN;
  const id = randomId();
  return {
    id,
    orderId: `demo_${id}`,
    planId: input.planId,
    prompt: input.prompt,
    imageUrl: input.imageUrl ?? null,
    duration,
    credits,
    currency: 'INR',
    status: 'demo_ready',
    videoUrl: `/samples/${SAMPLES.includes(input.planId) ? input.planId : SAMPLES[0]}.mp4`,
    posterUrl: '/samples/poster.webp',
    requestId: null,
    createdAt: now.toISOString(),
    plan: { name, duration, quality, credits },
  };
}
