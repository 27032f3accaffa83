/**
 * Where an import leaves a folder for the folder beside it: their parent and both, or undefined for an import of a file in the same folder,
 * in a folder inside, or in a folder around it.
 */
export function stepOf([importer, imported]) {
  const [from, to] = [importer, imported].map((file) => file.split('/').slice(0, -1));
  const depth = from.findIndex((name, index) => name !== to[index]);
  if (depth === -1 || depth >= to.length) return undefined;
  return [from, to].map((names) => names.slice(0, depth + 1).join('/'));
}

/** Groups of two or more folders that import each other, directly or over others. @param edges pairs of folders [importer, imported] */
export function circlesOf(edges) {
  const targets = new Map();
  for (const [from, to] of edges) targets.set(from, (targets.get(from) ?? new Set()).add(to));
  const reach = new Map([...targets.keys()].map((folder) => [folder, reachableFrom(folder, targets)]));
  const circles = new Map();
  for (const [folder, reached] of reach) {
    if (!reached.has(folder)) continue;
    const members = [...reached].filter((other) => reach.get(other)?.has(folder)).sort();
    circles.set(members.join(' ↔ '), members);
  }
  return [...circles.values()];
}

function reachableFrom(folder, targets) {
  const reached = new Set();
  const open = [folder];
  while (open.length > 0) {
    for (const next of targets.get(open.pop()) ?? []) {
      if (reached.has(next)) continue;
      reached.add(next);
      open.push(next);
    }
  }
  return reached;
}
