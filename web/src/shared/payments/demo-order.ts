import type { ParameterValues } from '@luit/contracts/generation/catalog/model-parameters';
import type { VideoPlan } from '@luit/contracts/generation/plans';
import { randomId } from '@luit/ui/intents';

/** What is asked for besides a plan: the kind of result, its model and the values that the model takes. */
interface OrderedChoice extends ParameterValues {
  type?: 'image';
  model?: string;
}

/** The order shown before a user pays for one video or image. */
export interface DemoOrder {
  id: string;
  orderId: string;
  /** Null for an image, and for a length and quality without a plan. */
  planId: string | null;
  choice: OrderedChoice;
  prompt: string;
  imageUrl: string | null;
  /** Seconds; null for an image. */
  duration: number | null;
  credits: number;
  currency: 'INR';
  status: 'demo_ready';
  /** A sample video of this length and quality, shown before payment; null where there is none. */
  videoUrl: string | null;
  posterUrl: string;
  requestId: string | null;
  createdAt: string;
  plan: OrderedPlan;
}

interface OrderedPlan {
  name: string;
  /** Seconds; null for an image. */
  duration: number | null;
  quality: string;
  credits: number;
}

interface OrderInput {
  /** The id of a plan, or what is ordered without one. */
  plan: string | OrderedPlan;
  choice?: OrderedChoice;
  prompt: string;
  imageUrl?: string | null;
}

/** Shown for unknown plans (decision G-11); the server rejects them. */
const UNKNOWN_PLAN = { name: 'Demo video', duration: 15, quality: '480p', credits: 3 };
const SAMPLES = ['5s-480p', '5s-720p', '10s-480p', '10s-720p'];

/** The plan has the price of the default model; that of another one is given. */
export function demoOrder(
  { plan: given, choice = {}, prompt, imageUrl = null }: OrderInput,
  plans: VideoPlan[],
  price?: number,
  now = new Date(),
): DemoOrder {
  const planId = typeof given === 'string' ? given : null;
  const plan = typeof given === 'string' ? (plans.find(({ id }) => id === given) ?? UNKNOWN_PLAN) : given;
  const { name, duration, quality } = plan;
  const credits = price ?? plan.credits;
  const id = randomId();
  return {
    id,
    orderId: `demo_${id}`,
    planId,
    choice,
    prompt,
    imageUrl,
    duration,
    credits,
    currency: 'INR',
    status: 'demo_ready',
    videoUrl: planId === null ? null : `/samples/${SAMPLES.includes(planId) ? planId : SAMPLES[0]}.mp4`,
    posterUrl: '/samples/poster.webp',
    requestId: null,
    createdAt: now.toISOString(),
    plan: { name, duration, quality, credits },
  };
}
