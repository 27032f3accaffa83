import { groupBy } from './sources.mjs';

/** Groups of two or more rooms that import each other, directly or over others. */
export function circlesOf(edges) {
  const targets = groupBy(edges, ([from]) => from);
  const reach = new Map([...targets.keys()].map((room) => [room, reachableFrom(room, targets)]));
  const circles = new Map();
  for (const [room, reached] of reach) {
    if (!reached.has(room)) continue;
    const members = [...reached].filter((other) => reach.get(other)?.has(room)).sort();
    circles.set(members.join(' ↔ '), members);
  }
  return [...circles.values()];
}

function reachableFrom(room, targets) {
  const reached = new Set();
  const open = [room];
  while (open.length > 0) {
    for (const [, next] of targets.get(open.pop()) ?? []) {
      if (reached.has(next)) continue;
      reached.add(next);
      open.push(next);
    }
  }
  return reached;
}
