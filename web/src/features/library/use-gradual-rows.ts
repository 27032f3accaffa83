import { useEffect, useEffectEvent, useRef, useState } from 'react';

/** How many rows may be removed per frame. One row is added per frame. */
const LEAVING_PER_FRAME = 2;

/**
 * Adds and removes rows step by step, those nearest to the middle first. A jump to another place in a list would otherwise build and remove
 * dozens of cards in one task.
 */
export function useGradualRows(wanted: readonly number[]): readonly number[] {
  const [rows, setRows] = useState<readonly number[]>([]);
  const next = nextRows(rows, wanted);
  const isDone = next === rows;
  const following = next.join();
  const isScheduled = useRef(false);
  const step = useEffectEvent(() => setRows(next));
  useEffect(() => {
    // A frame that is scheduled stays: while the user scrolls, each frame changes the rows that should exist.
    if (isDone || isScheduled.current) return;
    isScheduled.current = true;
    requestAnimationFrame(() => {
      isScheduled.current = false;
      step();
    });
  }, [isDone, following]);
  return rows;
}

/** Returns the same array if these are the wanted rows. */
function nextRows(rows: readonly number[], wanted: readonly number[]): readonly number[] {
  const middle = wanted[Math.floor(wanted.length / 2)] ?? 0;
  const byDistance = (one: number, other: number) => Math.abs(one - middle) - Math.abs(other - middle);
  const missing = wanted.filter((row) => !rows.includes(row)).sort(byDistance);
  const leaving = rows.filter((row) => !wanted.includes(row)).sort(byDistance);
  if (missing.length === 0 && leaving.length === 0) return rows;
  const left = new Set(leaving.slice(-LEAVING_PER_FRAME));
  return [...rows.filter((row) => !left.has(row)), ...missing.slice(0, 1)].sort((one, other) => one - other);
}
