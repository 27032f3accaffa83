/**
 * Puts `font` elements in the place of all texts and of those that follow, as Chrome’s page translation does. The texts stay the same,
 * so that tests find them. Runs in the page.
 */
export function translatePage(): () => void {
  const isSkipped = (text: Node): boolean =>
    text.parentElement?.closest('script, style, textarea, font, code, noscript, [translate="no"], .notranslate') !==
    null;
  const translate = (text: Text): void => {
    if (!text.data.trim() || !text.parentNode || isSkipped(text)) return;
    const outer = document.createElement('font');
    outer.append(document.createElement('font'));
    outer.firstElementChild!.textContent = text.data;
    text.parentNode.replaceChild(outer, text);
  };
  const translateAll = (root: Node): void => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    texts.forEach(translate);
  };
  translateAll(document.body);
  document.documentElement.classList.add('translated-ltr');
  const observer = new MutationObserver((records) => {
    for (const { addedNodes } of records)
      for (const node of addedNodes) {
        if (node instanceof Text) translate(node);
        else if (node instanceof Element && node.tagName !== 'FONT') translateAll(node);
      }
  });
  observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}
