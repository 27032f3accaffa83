import { tabStorage } from '@luit/ui/storage';

const KEY = 'luit.ordered-together';
/** Older orders are found in the library one by one. */
const MAX_ORDERS = 20;

function orders(): string[][] {
  const text = tabStorage.getItem(KEY);
  return text === null ? [] : (JSON.parse(text) as string[][]);
}

/** The ids of the videos that this tab ordered together with one, itself included; empty for a single one. */
export function orderedWith(id: string): string[] {
  return orders().find((ids) => ids.includes(id)) ?? [];
}

/** Remembers accepted videos of one order, whose requests do not know of each other. */
export function rememberOrder(ids: string[]): void {
  const others = orders().filter((each) => each[0] !== ids[0]);
  tabStorage.setItem(KEY, JSON.stringify([ids, ...others].slice(0, MAX_ORDERS)));
}
