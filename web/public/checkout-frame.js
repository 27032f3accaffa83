// The payment provider's script runs only in this document, because only its content security policy allows the script.
// The parent page calls `luitOpenCheckout` and receives the outcome.
(() => {
  const load = (url) =>
    new Promise((resolve) => {
      const script = document.createElement('script');
      script.src = url;
      script.onload = () => resolve(true);
      script.onerror = () => resolve(false);
      document.head.append(script);
    });

  window.luitOpenCheckout = async (scriptUrl, options) => {
    if (!(await load(scriptUrl)) || !window.Razorpay) return { outcome: 'blocked' };
    return new Promise((resolve) => {
      const handler = (result) => resolve({ outcome: 'paid', result });
      const modal = { ondismiss: () => resolve({ outcome: 'closed' }) };
      new window.Razorpay({ ...options, handler, modal }).open();
    });
  };
})();
