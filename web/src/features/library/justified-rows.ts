/** Items beside each other, which fill the width together. */
export interface JustifiedRow {
  /** Index of its first item. */
  first: number;
  /** Pixels. */
  height: number;
  /** Pixels from the left, and the width of each item. */
  items: { left: number; width: number }[];
}

/** A last row that would only be this much higher fills the width too. */
const MOST_STRETCH = 1.2;
/** Wider or narrower media would make a row of a few pixels, or an item too small to press. They have space beside them instead. */
const MOST_EXTREME = 3;

/**
 * Lays items out in rows of their own ratios. A row is as close to the wanted height as it can be; only the last one may not fill the width.
 *
 * @param ratios width to height
 * @param width pixels, like all other sizes
 */
export function justifiedRows(
  ratios: readonly number[],
  { width, height: wanted, gap }: { width: number; height: number; gap: number },
): JustifiedRow[] {
  const rows: JustifiedRow[] = [];
  const limited = ratios.map((ratio) => Math.min(MOST_EXTREME, Math.max(1 / MOST_EXTREME, ratio)));
  const heightOf = (first: number, end: number) =>
    (width - gap * (end - first - 1)) / limited.slice(first, end).reduce((sum, ratio) => sum + ratio, 0);
  const add = (first: number, end: number, height: number) => {
    let left = 0;
    const items = limited.slice(first, end).map((ratio) => {
      const item = { left, width: ratio * height };
      left += item.width + gap;
      return item;
    });
    rows.push({ first, height, items });
  };
  let first = 0;
  for (let end = 1; end <= limited.length; end += 1) {
    const height = heightOf(first, end);
    const isLast = end === limited.length;
    if (height > wanted) {
      if (isLast) add(first, end, height <= wanted * MOST_STRETCH ? height : wanted);
      continue;
    }
    const shorter = end - 1 > first ? heightOf(first, end - 1) : Infinity;
    if (shorter - wanted < wanted - height) {
      add(first, end - 1, shorter);
      first = end - 1;
      if (isLast) add(first, end, Math.min(wanted, heightOf(first, end)));
    } else {
      add(first, end, height);
      first = end;
    }
  }
  return rows;
}
