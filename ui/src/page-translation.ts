/**
 * Lets React change a page that the browser translates. Translation replaces each text node with a `font` element, but React still refers
 * to the text node: it would fail to remove it or to insert something before it, and its changes would stay invisible
 * (facebook/react#11538). Here, the `font` element takes the place of its text node until React changes the text; then the browser
 * translates the new text.
 *
 * @returns a function that stops it
 */
export function followPageTranslation(): () => void {
  const { appendChild, insertBefore, removeChild } = Node.prototype;
  /** The element that shows the translation of a text node, also after another translation. */
  const standIns = new WeakMap<Node, ChildNode>();
  const standInOf = (node: Node): ChildNode | undefined => {
    let standIn = standIns.get(node);
    for (let next = standIn; next; next = standIns.get(next)) standIn = next;
    return standIn;
  };

  const note = (records: MutationRecord[]) => {
    for (const { addedNodes, removedNodes, previousSibling, nextSibling } of records) {
      for (const removed of removedNodes) {
        if (!(removed instanceof Text) && !isFont(removed)) continue;
        const standIn = [...addedNodes, previousSibling, nextSibling].find(isFont);
        if (!standIn || removed.isConnected) continue;
        standIns.set(removed, standIn);
        if (removed instanceof Text) showChanges(removed);
      }
    }
  };
  const showChanges = (text: Text) =>
    Object.defineProperty(text, 'nodeValue', {
      configurable: true,
      get: () => text.data,
      set: (value: string) => {
        text.data = value;
        standInOf(text)?.replaceWith(text);
      },
    });
  const observer = new MutationObserver(note);
  observer.observe(document.documentElement, { childList: true, subtree: true });

  /** The child that is in the page; null if a text has been replaced by something unknown. */
  const present = <T extends Node | null>(parent: Node, child: T): T | ChildNode | null => {
    if (!child || child.parentNode === parent) return child;
    note(observer.takeRecords());
    const standIn = standInOf(child);
    if (standIn) return standIn.parentNode === parent ? standIn : null;
    // A text that was replaced before this was loaded.
    return child instanceof Text ? null : child;
  };
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    const shown = present(this, child);
    if (shown) removeChild.call(this, shown);
    return child;
  };
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    standInOf(node)?.remove();
    insertBefore.call(this, node, present(this, before));
    return node;
  };
  Node.prototype.appendChild = function <T extends Node>(this: Node, node: T): T {
    standInOf(node)?.remove();
    appendChild.call(this, node);
    return node;
  };
  return () => {
    observer.disconnect();
    Object.assign(Node.prototype, { appendChild, insertBefore, removeChild });
  };
}

/** The app has no such elements of its own. */
function isFont(node: Node | null): node is HTMLElement {
  return node?.nodeName === 'FONT';
}
