import { createModal } from './modal.js';

// Checkout calls the origin of this script, because the sandbox's host name depends on the browser.
const API = new URL('checkout', (document.currentScript || {}).src || document.baseURI).href;

const MAX_NOTES = 15;
const MAX_NOTE_LENGTH = 254;
const SUCCESS_SHOWN_MS = 700;

function readNotes(notes) {
  const pairs = Object.entries(notes || {}).filter(([, value]) =>
    ['string', 'number', 'boolean'].includes(typeof value),
  );
  if (pairs.length > MAX_NOTES) throw new Error('At most 15 notes are allowed');
  return Object.fromEntries(pairs.map(([key, value]) => [key, String(value).slice(0, MAX_NOTE_LENGTH)]));
}

/** Adds Razorpay's defaults to the options. */
function readOptions(options) {
  if (options === null || typeof options !== 'object') throw new Error('Invalid options');
  if (!options.key) throw new Error('No key passed');
  return {
    ...options,
    notes: readNotes(options.notes),
    prefill: { ...options.prefill },
    theme: { ...options.theme },
    modal: { escape: true, backdropclose: false, confirm_close: false, animation: true, ...options.modal },
    retry: {
      enabled: true,
      ...(typeof options.retry === 'object' ? options.retry : { enabled: options.retry !== false }),
    },
  };
}

async function call(path, body) {
  const request = body
    ? { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    : undefined;
  let response;
  try {
    response = await fetch(API + path, request);
  } catch {
    throw {
      code: 'GATEWAY_ERROR',
      description: 'The payment service cannot be reached. Check your connection and try again.',
    };
  }
  const answer = await response.json().catch(() => ({}));
  if (response.ok && !answer.error) return answer;
  throw answer.error || { code: 'SERVER_ERROR', description: 'The payment service is unavailable. Try again.' };
}

/** Submits a form to `callback_url`, for pages that use a redirect instead of a handler. */
function postTo(url, fields) {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = url;
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input');
    Object.assign(input, { type: 'hidden', name, value });
    form.append(input);
  }
  document.body.append(form);
  form.submit();
}

class Razorpay {
  #options;
  #listeners = new Map();
  #modal = null;
  #order = null;
  #answer = null;
  #timer = null;

  constructor(options) {
    this.#options = readOptions(options);
  }

  on(event, listener) {
    if (typeof listener !== 'function') return this;
    this.#listeners.set(event, [...(this.#listeners.get(event) || []), listener]);
    return this;
  }

  off(event) {
    this.#listeners.delete(event);
    return this;
  }

  open() {
    if (this.#modal) return this;
    const modal = createModal(this.#options, {
      pay: (method) => this.#attempt({ method, outcome: 'success' }),
      fail: (method) => this.#attempt({ method, outcome: 'failure' }),
      lose: (method) => this.#attempt({ method, outcome: 'success', isCallbackLost: true }),
      close: () => this.#askToClose(),
      leave: () => this.#dismiss(),
    });
    this.#modal = modal;
    modal.open();
    if (this.#options.amount) modal.form.setAmount(Number(this.#options.amount), this.#options.currency);
    if (this.#options.timeout) this.#timer = setTimeout(() => this.#dismiss(), this.#options.timeout * 1000);
    void this.#load(modal);
    return this;
  }

  /** Closes the modal for the page. `modal.ondismiss` is only called when the user closes it. */
  close() {
    clearTimeout(this.#timer);
    if (this.#modal) this.#modal.close();
    this.#modal = null;
    this.#answer = null;
  }

  async #load(modal) {
    modal.form.setBusy(true, 'Loading…');
    try {
      const { key, order_id: id, amount } = this.#options;
      if (!id) throw { description: 'No order_id passed: the sandbox requires an order.' };
      const order = await call(`/orders/${encodeURIComponent(id)}?key_id=${encodeURIComponent(key)}`);
      if (order.status === 'paid') throw { description: 'This order has already been paid.' };
      if (amount && Number(amount) !== order.amount)
        throw {
          description:
            'Your payment amount is different from your order amount. To pay successfully, please try using right amount.',
        };
      this.#order = order;
      modal.form.setBusy(false);
      modal.form.setAmount(order.amount, order.currency);
      modal.form.focusPay();
    } catch (error) {
      modal.form.setClosed(error.description);
    }
  }

  async #attempt({ method, outcome, isCallbackLost }) {
    const modal = this.#modal;
    const { key, prefill, description, notes } = this.#options;
    const { name, email, contact } = prefill;
    modal.form.setError('');
    modal.form.setBusy(true, 'Processing…');
    try {
      const body = { key_id: key, outcome, method, name, email, contact, description, notes };
      const answer = await call(`/orders/${encodeURIComponent(this.#order.id)}/payments`, body);
      // The user closed the modal meanwhile. The page learns of the payment from its own server.
      if (this.#modal !== modal) return;
      // As if the user closed the window after the bank's page: the order is paid, but the page only gets a dismissal.
      if (isCallbackLost) return this.#dismiss();
      clearTimeout(this.#timer);
      this.#answer = answer;
      modal.show('done');
      this.#timer = setTimeout(() => this.#succeed(), SUCCESS_SHOWN_MS);
    } catch (error) {
      this.#fail(modal, error);
    }
  }

  #succeed() {
    const answer = this.#answer;
    this.close();
    const { handler, callback_url, redirect } = this.#options;
    if (callback_url && (redirect || !handler)) postTo(callback_url, answer);
    else if (handler) handler(answer);
  }

  #fail(modal, error) {
    if (this.#modal !== modal) return;
    modal.form.setBusy(false);
    modal.form.setAmount(this.#order.amount, this.#order.currency);
    modal.form.setError(error.description);
    modal.form.focusPay();
    for (const listener of this.#listeners.get('payment.failed') || []) listener({ error });
    if (!this.#options.retry.enabled) this.#dismiss();
  }

  #askToClose() {
    // Closing the success panel is not a dismissal.
    if (this.#answer) this.#succeed();
    else if (this.#options.modal.confirm_close) this.#modal.show('confirm');
    else this.#dismiss();
  }

  #dismiss() {
    if (!this.#modal) return;
    this.close();
    const { ondismiss } = this.#options.modal;
    if (typeof ondismiss === 'function') ondismiss();
  }
}

window.Razorpay = Razorpay;
