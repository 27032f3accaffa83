import { expect, it } from 'vitest';
import { formatSize } from './format-size';

it.each([
  [0, '0 kB'],
  [1, '1 kB'],
  [999_000, '999 kB'],
  [999_999, '1 MB'],
  [14_230_000, '14.2 MB'],
  [230_400_000, '231 MB'],
  [1_200_000_000, '1.2 GB'],
  [5_000_000_000_000_000, '5,000 TB'],
])('%d bytes are %s', (bytes, shown) => {
  expect(formatSize(bytes)).toBe(shown);
});
