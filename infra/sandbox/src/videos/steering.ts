/** How one job goes, as told by words in its prompt. */
export interface Steering {
  /** `privacy`: the image shows a real person · `input`: the model cannot use the input. */
  outcome: 'success' | 'moderation' | 'privacy' | 'input' | 'technical' | 'never';
  /** `dead`: nothing lies there · `none`: it succeeds without one · `huge`, `endless`, `private`: see `file-routes.ts`. */
  output: 'video' | 'bad' | 'dead' | 'none' | 'huge' | 'endless' | 'private';
  webhooks: 'once' | 'none' | 'twice';
  /** Looked at after its success it is running again, then failed. */
  isFlapping: boolean;
  /** Whole run time in seconds. */
  seconds: number;
}

const words =
  /\[(fail:(moderation|privacy|input|technical)|slow:(\d+(?:\.\d+)?)|never|bad-output|dead-output|null-output|huge-output|endless-output|private-output|flapping|no-webhook|duplicate-webhook)\]/g;

export function readSteering(prompt: string, usualSeconds: number): Steering {
  const steering: Steering = {
    outcome: 'success',
    output: 'video',
    webhooks: 'once',
    isFlapping: false,
    seconds: usualSeconds,
  };
  for (const [, word, failure, slowSeconds] of prompt.matchAll(words)) {
    if (slowSeconds !== undefined) steering.seconds = Number(slowSeconds);
    else if (failure !== undefined) steering.outcome = failure as Steering['outcome'];
    else if (word === 'never') steering.outcome = 'never';
    else if (word === 'bad-output') steering.output = 'bad';
    else if (word === 'dead-output') steering.output = 'dead';
    else if (word === 'null-output') steering.output = 'none';
    else if (word === 'huge-output') steering.output = 'huge';
    else if (word === 'endless-output') steering.output = 'endless';
    else if (word === 'private-output') steering.output = 'private';
    else if (word === 'flapping') steering.isFlapping = true;
    else if (word === 'no-webhook') steering.webhooks = 'none';
    else if (word === 'duplicate-webhook') steering.webhooks = 'twice';
  }
  return steering;
}

/** The prompt as a model would take it, for the picture. */
export function withoutSteering(prompt: string): string {
  return prompt.replaceAll(words, '').replace(/\s+/g, ' ').trim();
}
