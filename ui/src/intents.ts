/** Two presses of a button within this time count as one, milliseconds. */
const SAME_PRESS_MS = 1_000;

interface Intent {
  /** The idempotency key. */
  key: string;
  /** Set while the request is in flight. */
  answer: Promise<unknown> | null;
  /** When the server accepted it, or the last repeated press after that; in milliseconds of `performance.now()`. */
  doneAt: number | null;
}

/** A random id. `crypto.randomUUID` is unavailable on plain HTTP outside localhost. */
export function randomId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Deduplicates what people want to spend, give or change. An intent is identified by its content and takes effect once: while a request is
 * in flight, the same content is not sent again, and until the server has given a definite answer, a retry uses the same idempotency key.
 * After that, the same content is a new intent with a new key. An answer is definite if it is a result, or an error whose `isDefinite` is
 * true.
 */
export class Intents {
  private readonly intents = new Map<string, Intent>();

  /** Whether this press repeats the last one: its request is in flight, or was accepted within the last second, as in a double click. */
  isRepeated(content: unknown): boolean {
    const intent = this.intents.get(JSON.stringify(content));
    if (!intent) return false;
    if (intent.answer) return true;
    if (intent.doneAt === null || performance.now() - intent.doneAt > SAME_PRESS_MS) return false;
    intent.doneAt = performance.now();
    return true;
  }

  /** Sends the request of an intent. While the same one is in flight, returns its answer. */
  run<T>(content: unknown, send: (idempotencyKey: string) => Promise<T>): Promise<T> {
    const id = JSON.stringify(content);
    const known = this.intents.get(id);
    if (known?.answer) return known.answer as Promise<T>;
    const intent: Intent = known && known.doneAt === null ? known : { key: randomId(), answer: null, doneAt: null };
    this.intents.set(id, intent);
    const answer = this.settle(id, intent, send);
    intent.answer = answer;
    const land = () => void (intent.answer = null);
    void answer.then(land, land);
    return answer;
  }

  /** Call this once the user has seen the outcome: the next press with the same content is then a new intent. */
  forgetAccepted(): void {
    for (const [id, { doneAt }] of this.intents) if (doneAt !== null) this.intents.delete(id);
  }

  private async settle<T>(id: string, intent: Intent, send: (idempotencyKey: string) => Promise<T>): Promise<T> {
    try {
      const result = await send(intent.key);
      intent.doneAt = performance.now();
      return result;
    } catch (cause) {
      if (isRefusal(cause)) this.intents.delete(id);
      throw cause;
    }
  }
}

function isRefusal(cause: unknown): boolean {
  return cause instanceof Error && 'isDefinite' in cause && cause.isDefinite === true;
}
