/** Applies a mutant to a source file. @throws Error unless `find` occurs exactly once, so that the list stays in sync with the code */
export function applyMutant(source, { name, file, find, replace }) {
  const parts = source.split(find);
  if (parts.length !== 2)
    throw new Error(`Mutant "${name}" does not match ${file}: its text occurs ${parts.length - 1} times`);
  return parts.join(replace);
}
