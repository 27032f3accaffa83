/** The behavior of a job, as its prompt's directives determine it. */
export interface Directives {
  /** `privacy`: the image shows a real person; `input`: the model cannot use the input. */
  outcome: 'success' | 'moderation' | 'privacy' | 'input' | 'technical' | 'never';
  /** `dead`: the link is broken; `none`: the job succeeds without output; `huge`, `endless`, `private`: see `file-routes.ts`. */
  output: 'video' | 'bad' | 'dead' | 'none' | 'huge' | 'endless' | 'private';
  webhooks: 'once' | 'none' | 'twice';
  /** Polls after its success report it as running, then as failed. */
  isFlapping: boolean;
  /** The vendor does not tell the seed of the task. */
  hidesSeed: boolean;
  /** Total run time in seconds. */
  seconds: number;
}

const DIRECTIVES =
  /\[(fail:(moderation|privacy|input|technical)|slow:(\d+(?:\.\d+)?)|never|bad-output|dead-output|null-output|huge-output|endless-output|private-output|flapping|no-seed|no-webhook|duplicate-webhook)\]/g;

export function parseDirectives(prompt: string, defaultSeconds: number): Directives {
  const directives: Directives = {
    outcome: 'success',
    output: 'video',
    webhooks: 'once',
    isFlapping: false,
    hidesSeed: false,
    seconds: defaultSeconds,
  };
  for (const [, word, failure, slowSeconds] of prompt.matchAll(DIRECTIVES)) {
    if (slowSeconds !== undefined) directives.seconds = Number(slowSeconds);
    else if (failure !== undefined) directives.outcome = failure as Directives['outcome'];
    else if (word === 'never') directives.outcome = 'never';
    else if (word === 'bad-output') directives.output = 'bad';
    else if (word === 'dead-output') directives.output = 'dead';
    else if (word === 'null-output') directives.output = 'none';
    else if (word === 'huge-output') directives.output = 'huge';
    else if (word === 'endless-output') directives.output = 'endless';
    else if (word === 'private-output') directives.output = 'private';
    else if (word === 'flapping') directives.isFlapping = true;
    else if (word === 'no-seed') directives.hidesSeed = true;
    else if (word === 'no-webhook') directives.webhooks = 'none';
    else if (word === 'duplicate-webhook') directives.webhooks = 'twice';
  }
  return directives;
}

/** The prompt without directives, which the rendered video shows. */
export function withoutDirectives(prompt: string): string {
  return prompt.replaceAll(DIRECTIVES, '').replace(/\s+/g, ' ').trim();
}
