import { expect, it } from 'vitest';
import { justifiedRows } from './justified-rows';

const SIZE = { width: 1_000, height: 200, gap: 10 };

it('rows fill the width, keep the ratio of every item and stay near the wanted height', () => {
  const ratios = Array.from({ length: 10_000 }, (_, index) => [16 / 9, 9 / 16, 1, 4 / 3, 2.3][index % 5] ?? 1);
  const rows = justifiedRows(ratios, SIZE);
  expect(rows.flatMap(({ items }) => items)).toHaveLength(ratios.length);
  for (const { first, height, items } of rows.slice(0, -1)) {
    const last = items.at(-1)!;
    expect(last.left + last.width).toBeCloseTo(SIZE.width);
    expect(height).toBeGreaterThan(130);
    expect(height).toBeLessThan(300);
    items.forEach(({ width }, place) => expect(width / height).toBeCloseTo(ratios[first + place]!));
  }
});

it('the last row keeps the wanted height instead of growing, and fits a narrow screen', () => {
  expect(justifiedRows([1], SIZE)).toEqual([{ first: 0, height: 200, items: [{ left: 0, width: 200 }] }]);
  const [row] = justifiedRows([16 / 9], { width: 288, height: 200, gap: 10 });
  expect(row).toMatchObject({ items: [{ left: 0, width: 288 }] });
  expect(justifiedRows([], SIZE)).toEqual([]);
});

it('a panorama and a strip stay large enough to see and press', () => {
  const [wide, tall] = justifiedRows([30, 0.01], { width: 360, height: 200, gap: 10 });
  expect(wide?.height).toBe(120);
  expect(tall?.items[0]?.width).toBeCloseTo(200 / 3);
});
