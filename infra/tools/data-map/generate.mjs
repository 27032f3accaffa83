import { readFileSync } from 'node:fs';
import { renderDataMap } from '../../../services/contracts/dist/operations/personal-data/data-map.js';

const START = '<!-- data-map -->';
const END = '<!-- /data-map -->';
const DOCUMENT = 'docs/data-map.md';

/** The tables of the data map, from the declarations of columns in the contracts. */
export function generate() {
  const current = readFileSync(new URL(`../../../${DOCUMENT}`, import.meta.url), 'utf8');
  const [from, to] = [current.indexOf(START), current.indexOf(END)];
  if (from < 0 || to < from) throw new Error(`${DOCUMENT} has no ${START} … ${END}`);
  return { [DOCUMENT]: `${current.slice(0, from + START.length)}\n\n${renderDataMap()}\n\n${current.slice(to)}` };
}
