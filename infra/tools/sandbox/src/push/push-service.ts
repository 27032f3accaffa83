import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import type { Collection, Journal } from '../journal';
import { type BrowserKeys, decryptMessage } from './decrypt-message';

export interface PushMessage {
  /** The decrypted text. */
  text: string;
  ttl: number;
  urgency: string;
  /** Replaces an earlier message with the same topic. */
  topic: string | null;
}

interface Browser extends BrowserKeys {
  id: string;
  /** The only key that the browser accepts messages from. */
  applicationServerKey: string;
  isGone: boolean;
  messages: PushMessage[];
}

/** The result of `pushManager.subscribe` for a page. */
export interface BrowserSubscription {
  id: string;
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** Keys that begin with zeros come without them. @returns URL-safe base64 */
export const keyOf32Bytes = (key: Buffer): string =>
  Buffer.concat([Buffer.alloc(32 - key.length), key]).toString('base64url');

/** Stands in for the push service of a browser and for the browser itself, which decrypts messages. */
export class PushService {
  readonly browsers: Collection<Browser>;

  constructor(journal: Journal) {
    this.browsers = journal.collection<Browser>('push-browsers');
  }

  /** @param base URL of the service */
  subscribe(applicationServerKey: string, base: string): BrowserSubscription {
    const curve = createECDH('prime256v1');
    curve.generateKeys();
    const id = randomUUID();
    const keys = { p256dh: curve.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') };
    const privateKey = keyOf32Bytes(curve.getPrivateKey());
    this.browsers.put({ id, privateKey, ...keys, applicationServerKey, isGone: false, messages: [] });
    return { id, endpoint: `${base}/messages/${id}`, keys };
  }

  /** The browser was uninstalled, or its user has blocked notifications. */
  unsubscribe(browser: Browser): void {
    this.browsers.put({ ...browser, isGone: true });
  }

  /** @throws Error if it was not encrypted for this browser */
  accept(browser: Browser, body: Buffer, options: Omit<PushMessage, 'text'>): void {
    const message = { ...options, text: decryptMessage(body, browser) };
    const others = browser.messages.filter(({ topic }) => topic === null || topic !== message.topic);
    this.browsers.put({ ...browser, messages: [...others, message] });
  }
}
