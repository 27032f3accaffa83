/** Nested elements; a list repeats its element for each entry. */
export type XmlTree = { [name: string]: string | number | boolean | XmlTree | XmlTree[] | undefined };

export function xmlDocument(name: string, tree: XmlTree): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${name} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${inner(tree)}</${name}>`;
}

function inner(tree: XmlTree): string {
  return Object.entries(tree)
    .flatMap(([name, value]) => (Array.isArray(value) ? value : [value]).map((entry) => element(name, entry)))
    .join('');
}

function element(name: string, value: string | number | boolean | XmlTree | undefined): string {
  if (value === undefined) return '';
  return `<${name}>${typeof value === 'object' ? inner(value) : escaped(String(value))}</${name}>`;
}

function escaped(text: string): string {
  return text.replace(/[<>&"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
