// STYLE contains checkout.css. The server adds it in front of the modules.
/* global STYLE */
import { element, formatAmount, icon, paint, preferredTheme } from './dom.js';

const METHODS = [
  ['upi', 'UPI'],
  ['card', 'Card'],
  ['netbanking', 'Netbanking'],
];

/**
 * The checkout dialog, in a shadow root that isolates its styles from the page's.
 * @param options the checkout options
 * @param on `{pay(method), fail(method), lose(method), close(), leave()}`: handlers of the user's actions
 */
export function createModal(options, on) {
  const host = element('div', { 'data-luit-sandbox-checkout': '' });
  const shadow = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  shadow.adoptedStyleSheets = [sheet];

  const method = () => shadow.querySelector('input:checked').value;
  const actions = {
    pay: () => on.pay(method()),
    fail: () => on.fail(method()),
    lose: () => on.lose(method()),
    close: () => on.close(),
    leave: () => on.leave(),
    stay: () => show('form'),
  };
  const form = paymentForm(options, actions);
  const panels = { form: form.panel, done: donePanel(), confirm: confirmPanel(actions) };
  const dialog = frame(options, actions, Object.values(panels));
  shadow.append(dialog);
  wireKeys(dialog, shadow, options, on);

  function show(name) {
    for (const [key, panel] of Object.entries(panels)) panel.hidden = key !== name;
    (panels[name].querySelector('button:not(:disabled)') || panels[name]).focus();
  }

  return {
    open() {
      document.body.append(host);
      dialog.showModal();
    },
    close() {
      dialog.close();
      host.remove();
    },
    show,
    form,
  };
}

function button(action, actions, attributes, ...children) {
  const node = element('button', { type: 'button', 'data-action': action, ...attributes }, ...children);
  node.addEventListener('click', () => actions[action]());
  return node;
}

function panel(attributes, ...children) {
  return element('section', { tabindex: -1, ...attributes }, ...children);
}

function frame(options, actions, panels) {
  const initial = (options.name || 'L').trim().charAt(0);
  const dialog = element(
    'dialog',
    { 'aria-labelledby': 'merchant', 'aria-describedby': 'sandbox-notice', 'data-theme': preferredTheme() },
    element(
      'header',
      {},
      element(
        'div',
        { class: 'logo', 'aria-hidden': 'true' },
        options.image ? element('img', { src: options.image, alt: '' }) : initial,
      ),
      element(
        'div',
        {},
        element('h2', { id: 'merchant' }, options.name || 'Checkout'),
        options.description ? element('p', {}, options.description) : null,
      ),
      button('close', actions, { class: 'close', 'aria-label': 'Close' }, icon('close', 22)),
    ),
    element('p', { class: 'notice', id: 'sandbox-notice' }, icon('flask', 18), 'Sandbox: no real money'),
    ...panels,
  );
  if (options.modal.animation === false) dialog.setAttribute('data-still', '');
  paint(dialog, options.theme);
  return dialog;
}

function methodChoice(chosen) {
  const checked = METHODS.some(([value]) => value === chosen) ? chosen : 'upi';
  const radio = (value) =>
    element('input', { type: 'radio', name: 'method', value, checked: value === checked ? '' : null });
  return element(
    'fieldset',
    {},
    element('legend', {}, 'Payment method'),
    ...METHODS.map(([value, label]) => element('label', {}, radio(value), label)),
  );
}

function paymentForm({ prefill }, actions) {
  const amount = element('strong', {});
  const spinner = element('span', { class: 'spinner', 'aria-hidden': 'true', hidden: '' });
  const payLabel = element('span', {}, 'Pay');
  const pay = button('pay', actions, { class: 'primary' }, spinner, payLabel);
  const alert = element('p', { class: 'alert', role: 'alert', hidden: '' });
  const payer = [prefill.email, prefill.contact].filter(Boolean).join(' · ');
  const form = panel(
    {},
    element('p', { class: 'amount' }, element('span', { class: 'muted' }, 'Amount to pay'), amount),
    payer ? element('span', { class: 'muted' }, `Paying as ${payer}`) : null,
    methodChoice(prefill.method),
    alert,
    pay,
    element(
      'div',
      { class: 'test-outcomes', role: 'group', 'aria-labelledby': 'test-outcomes' },
      element('span', { class: 'muted', id: 'test-outcomes' }, 'Or test another outcome'),
      button('fail', actions, {}, 'Fail'),
      button('lose', actions, {}, 'Pay but lose the callback'),
    ),
  );

  return {
    panel: form,
    setAmount(paise, currency) {
      const text = formatAmount(paise, currency);
      amount.textContent = text;
      payLabel.textContent = `Pay ${text}`;
    },
    /** While busy, everything except Close is disabled. */
    setBusy(isBusy, text) {
      for (const node of form.querySelectorAll('button, input')) node.disabled = isBusy;
      pay.setAttribute('aria-busy', String(isBusy));
      spinner.hidden = !isBusy;
      if (text) payLabel.textContent = text;
    },
    /** Shows that the order cannot be paid. */
    setClosed(message) {
      this.setBusy(true, 'Payment is not possible');
      pay.setAttribute('aria-busy', 'false');
      spinner.hidden = true;
      this.setError(message);
    },
    setError(message) {
      alert.textContent = message || '';
      alert.hidden = !message;
    },
    focusPay: () => pay.focus(),
  };
}

function donePanel() {
  return panel(
    { hidden: '' },
    element(
      'div',
      { class: 'result', role: 'status' },
      icon('done', 56),
      element('strong', {}, 'Payment successful'),
      element('span', { class: 'muted' }, 'Taking you back…'),
    ),
  );
}

function confirmPanel(actions) {
  return panel(
    { hidden: '' },
    element(
      'div',
      { class: 'confirm' },
      element('p', {}, element('strong', {}, 'Leave without paying?'), element('br'), 'Nothing has been charged.'),
      element('div', {}, button('stay', actions, {}, 'Continue paying'), button('leave', actions, {}, 'Leave')),
    ),
  );
}

/** Handles Escape, clicks on the backdrop, and Tab, which cycles inside the dialog. */
function wireKeys(dialog, shadow, options, on) {
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    if (options.modal.escape) on.close();
  });
  dialog.addEventListener('mousedown', (event) => {
    const box = dialog.getBoundingClientRect();
    const isInside =
      event.clientX >= box.left &&
      event.clientX <= box.right &&
      event.clientY >= box.top &&
      event.clientY <= box.bottom;
    if (!isInside && options.modal.backdropclose) on.close();
  });
  dialog.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') {
      // Chromium closes a dialog on a second Escape without a cancel event, so Escape is handled here.
      event.preventDefault();
      if (options.modal.escape) on.close();
      return;
    }
    if (event.key !== 'Tab') return;
    const stops = [...dialog.querySelectorAll('button, input:checked')].filter(
      (node) => !node.disabled && !node.closest('[hidden]'),
    );
    const index = stops.indexOf(shadow.activeElement);
    const isLeaving = event.shiftKey ? index <= 0 : index === stops.length - 1;
    if (!isLeaving || stops.length === 0) return;
    event.preventDefault();
    stops[event.shiftKey ? stops.length - 1 : 0].focus();
  });
}
