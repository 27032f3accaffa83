/** @throws Error where the text to change is not there exactly once, so that the list follows the code */
export function plant(source, { name, file, find, replace }) {
  const parts = source.split(find);
  if (parts.length !== 2) throw new Error(`"${name}" does not fit ${file}: found ${parts.length - 1} times`);
  return parts.join(replace);
}
