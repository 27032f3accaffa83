import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { ImageError } from './pixels.mjs';
import { readImages } from './request-body.mjs';
import { RequestError } from './request-error.mjs';
import { worstOf } from './scores.mjs';
import { Slots } from './slots.mjs';

const HEADERS_TIMEOUT_MS = 5_000;
/** A client that sends a refused body this long is disconnected. */
const REQUEST_TIMEOUT_MS = 30_000;

/**
 * @typedef {import('node:http').IncomingMessage} IncomingMessage
 *
 * @typedef {import('node:http').ServerResponse} ServerResponse
 *
 * @typedef {{ classify(image: Buffer): Promise<Record<string, number>> }} ImageClassifier
 *
 * @typedef {{ setTimeout(run: () => void, ms: number): unknown; clearTimeout(timer: any): void }} Timers
 */

/** Luit's contract of a classifier at `POST /classify`, and `/health/live` and `/health/ready`. */
export class ClassifierServer {
  /** @type {ImageClassifier | null} */
  #model = null;
  #isDraining = false;
  #requests = 0;
  #slots;

  /**
   * @param {import('./settings.mjs').Settings['server']} settings
   * @param {import('./log.mjs').Log} log
   * @param {Timers} timers
   */
  constructor(settings, log, timers = globalThis) {
    this.settings = settings;
    this.log = log;
    this.timers = timers;
    this.#slots = new Slots(settings.concurrency);
    this.server = createServer(
      { headersTimeout: HEADERS_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS },
      (request, response) => {
        void this.#respond(request, response);
      },
    );
  }

  /** @returns {Promise<number>} the port */
  async listen() {
    this.server.listen(this.settings.port, this.settings.host);
    await once(this.server, 'listening');
    const address = this.server.address();
    return address !== null && typeof address === 'object' ? address.port : this.settings.port;
  }

  /** Until then, it is not ready. @param {ImageClassifier} model */
  serve(model) {
    this.#model = model;
  }

  /** Takes no more requests, and resolves when those in flight are answered. */
  async close() {
    this.#isDraining = true;
    const closed = once(this.server, 'close');
    this.server.close();
    await closed;
  }

  get #isReady() {
    return this.#model !== null && !this.#isDraining;
  }

  /** @param {IncomingMessage} request @param {ServerResponse} response */
  async #respond(request, response) {
    const startedAt = performance.now();
    if (request.url === '/health/live') return this.#send(response, 200, { status: 'ok' });
    if (request.url === '/health/ready')
      return this.#send(response, this.#isReady ? 200 : 503, { status: this.#isReady ? 'ok' : 'not_ready' });
    /** @type {Record<string, unknown>} */
    const line = {};
    try {
      const { images, scores } = await this.#classify(request, response);
      line.images = images;
      this.#send(response, 200, { scores });
    } catch (error) {
      const { status, message, headers } = this.#errorOf(error);
      line.error = message;
      this.#send(response, status, { error: message }, headers);
      // The client can read the answer only after it has sent its body.
      request.resume();
    }
    const ms = Math.round(performance.now() - startedAt);
    this.log('info', 'HTTP request', { method: request.method, status: response.statusCode, ms, ...line });
  }

  /** @param {IncomingMessage} request @param {ServerResponse} response */
  async #classify(request, response) {
    this.#assertAcceptable(request);
    const model = this.#model;
    if (!model || this.#isDraining) throw RequestError.unavailable('Not ready');
    if (this.#requests >= this.settings.maxRequests) throw RequestError.unavailable('Too many requests at once');
    const ended = new AbortController();
    const { signal } = ended;
    const abandon = () => ended.abort(new RequestError(499, 'The client has closed the connection'));
    const expire = () => ended.abort(request.complete ? RequestError.unavailable('Out of time') : slowBody());
    const timer = this.timers.setTimeout(expire, this.settings.deadlineMs);
    response.once('close', abandon);
    this.#requests += 1;
    try {
      const work = async () => {
        const images = await readImages(request, this.settings);
        const all = images.map((image) => this.#slots.run(() => model.classify(image), signal));
        return { images: images.length, scores: worstOf(await Promise.all(all)) };
      };
      return await Promise.race([work(), rejection(signal)]);
    } finally {
      this.#requests -= 1;
      this.timers.clearTimeout(timer);
      response.off('close', abandon);
      // Images that still wait for a slot are not needed after an error.
      ended.abort(new RequestError(500, 'Ended'));
    }
  }

  /** @param {IncomingMessage} request @throws {RequestError} */
  #assertAcceptable({ url, method, headers }) {
    if (url !== '/classify') throw new RequestError(404, 'Not found');
    if (method !== 'POST') throw new RequestError(405, 'Only POST', { allow: 'POST' });
    const { key } = this.settings;
    const [, given = ''] = /^Bearer (.+)$/i.exec(headers.authorization ?? '') ?? [];
    if (key !== undefined && !areEqual(given, key))
      throw new RequestError(401, 'Wrong key', { 'www-authenticate': 'Bearer' });
  }

  /**
   * @param {ServerResponse} response
   * @param {number} status
   * @param {object} body
   * @param {Record<string, string>} headers
   */
  #send(response, status, body, headers = {}) {
    // Otherwise the client would keep the connection open, and the server could not close.
    const closing = this.#isDraining ? { connection: 'close' } : {};
    const all = { 'content-type': 'application/json', ...headers, ...closing };
    response.writeHead(status, all).end(JSON.stringify(body));
  }

  /** @param {unknown} error @returns {RequestError} */
  #errorOf(error) {
    if (error instanceof RequestError) return error;
    if (error instanceof ImageError) return new RequestError(400, error.message);
    const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
    this.log('error', 'Classification failed', { err: { type: name, message, stack } });
    return new RequestError(500, 'The model failed');
  }
}

const slowBody = () => new RequestError(408, 'The body did not arrive in time', { connection: 'close' });

/** @param {AbortSignal} signal @returns {Promise<never>} */
const rejection = (signal) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));

/**
 * Compares in constant time.
 *
 * @param {string} given
 * @param {string} expected
 */
function areEqual(given, expected) {
  /** @param {string} text */
  const digest = (text) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
