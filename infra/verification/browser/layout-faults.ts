import type { Page } from '@playwright/test';

/** A line of text, as far as its scrolling and clipping ancestors show it. Pixels from the top left corner of the page. */
interface TextBox {
  text: string;
  /** Lines of one text node have the same number. */
  node: number;
  /** Boxes of different layers may cover each other: a sticky header covers what scrolls below it. */
  layer: number;
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** An ancestor cuts it off, without an ellipsis. */
  isCut: boolean;
}

/** Glyphs may touch; a line of text may be higher than its line height. */
const TOLERANCE_PX = 2;
const COVERED_SHARE = 0.35;

/**
 * Describes the layout faults at this width: a page that scrolls sideways, a region that scrolls sideways without a cue or on a desktop,
 * controls beyond the edge, and texts that are cut off or overlap. While a dialog is open, texts are checked in the dialog only.
 */
export async function layoutFaults(page: Page): Promise<string[]> {
  const [boxes, others] = await Promise.all([page.evaluate(textBoxes), page.evaluate(sidewaysFaults)]);
  const cut = boxes.filter(({ isCut }) => isCut).map(({ text }) => `cut off: ${text}`);
  return [...new Set([...others, ...cut, ...overlaps(boxes)])];
}

function overlaps(boxes: TextBox[]): string[] {
  const sorted = boxes.toSorted((a, b) => a.top - b.top);
  return sorted.flatMap((box, index) => {
    const others: string[] = [];
    for (const other of sorted.slice(index + 1)) {
      if (other.top >= box.bottom) break;
      if (other.node !== box.node && other.layer === box.layer && isCovered(box, other))
        others.push(`overlap: ${box.text} / ${other.text}`);
    }
    return others;
  });
}

function isCovered(one: TextBox, other: TextBox): boolean {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  const smaller = Math.min(one.bottom - one.top, other.bottom - other.top);
  return width > TOLERANCE_PX && height > smaller * COVERED_SHARE;
}

/** Runs in the page. */
function textBoxes(): TextBox[] {
  const root = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1) ?? document.body;
  const layers: (Element | null)[] = [];
  const boxes: TextBox[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = 0; walker.nextNode(); node += 1) {
    const text = walker.currentNode.textContent?.trim() ?? '';
    const parent = walker.currentNode.parentElement;
    const isShown = parent?.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    if (!text || !parent || !isShown || parent.closest('script, style, option, noscript')) continue;
    const ancestors: { element: Element; style: CSSStyleDeclaration }[] = [];
    for (let element: Element | null = parent; element; element = element.parentElement)
      ancestors.push({ element, style: getComputedStyle(element) });
    // Text for screen readers.
    if (ancestors.some(({ style }) => style.clipPath !== 'none' && style.position === 'absolute')) continue;
    const layer =
      ancestors.find(({ style: { position, zIndex } }) =>
        position === 'absolute' ? zIndex !== 'auto' : position === 'fixed' || position === 'sticky',
      )?.element ?? null;
    if (!layers.includes(layer)) layers.push(layer);
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    for (const line of range.getClientRects()) {
      const box = { left: line.left, top: line.top, right: line.right, bottom: line.bottom };
      let isCut = false;
      for (const { element, style } of ancestors) {
        if (style.overflowX === 'visible' && style.overflowY === 'visible') continue;
        const edge = element.getBoundingClientRect();
        const isScrolling = /auto|scroll/.test(`${style.overflowX} ${style.overflowY}`);
        const isEllipsis = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
        const hidden = Math.max(edge.left - box.left, box.right - edge.right);
        const hiddenBelow = Math.max(edge.top - box.top, box.bottom - edge.bottom);
        if (!isScrolling && !isEllipsis) isCut ||= hidden > 2 || hiddenBelow > (box.bottom - box.top) * 0.3;
        box.left = Math.max(box.left, edge.left);
        box.right = Math.min(box.right, edge.right);
        box.top = Math.max(box.top, edge.top);
        box.bottom = Math.min(box.bottom, edge.bottom);
        if (box.right - box.left < 1 || box.bottom - box.top < 1) break;
      }
      if (box.right - box.left < 1 || box.bottom - box.top < 1) {
        if (!isCut) continue;
      } else if (box.left < -1 || box.right > document.documentElement.clientWidth + 1) {
        isCut = true;
      }
      boxes.push({ ...box, text: text.slice(0, 60), node, layer: layers.indexOf(layer), isCut });
    }
  }
  return boxes;
}

/** Runs in the page. */
function sidewaysFaults(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  const faults = scrollWidth > clientWidth ? [`the page scrolls sideways by ${scrollWidth - clientWidth} px`] : [];
  const desktop = 1_280;
  const nameOf = (element: Element) =>
    element.getAttribute('aria-label') ?? (element.textContent?.trim().slice(0, 60) || element.outerHTML.slice(0, 120));
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    const isScrolling = /auto|scroll/.test(getComputedStyle(element).overflowX);
    if (isScrolling && element.scrollWidth > element.clientWidth + 1) {
      const hasCue = element.parentElement?.querySelector('[data-scroll-cue]');
      if (!hasCue) faults.push(`scrolls sideways without a cue: ${nameOf(element)}`);
      else if (clientWidth > desktop) faults.push(`hides columns: ${nameOf(element)}`);
    }
    if (!element.matches('button, input, select, textarea, img, video') || element.offsetWidth < 2) continue;
    // A field that only bots fill in.
    if (element.tabIndex < 0 && element.closest('[aria-hidden=true]')) continue;
    let clipping = element.parentElement;
    while (clipping && getComputedStyle(clipping).overflowX === 'visible') clipping = clipping.parentElement;
    if (clipping && /auto|scroll/.test(getComputedStyle(clipping).overflowX)) continue;
    const { left, right } = element.getBoundingClientRect();
    const edge = clipping?.getBoundingClientRect() ?? { left: 0, right: clientWidth };
    if (left < edge.left - 1 || right > edge.right + 1) faults.push(`beyond the edge: ${nameOf(element)}`);
  }
  return faults;
}
