/** JSON, or a form if a value is a file. Files are read while they are sent. */
export function requestBody(input: object): string | FormData {
  const values = Object.entries(input) as [string, unknown][];
  if (!values.flatMap(([, value]) => value).some((value) => value instanceof Blob)) return JSON.stringify(input);
  const form = new FormData();
  for (const [name, value] of values) append(form, name, value);
  return form;
}

function append(form: FormData, name: string, value: unknown): void {
  if (value === undefined || value === null) return;
  if (value instanceof Blob) form.append(name, value, name.replace('[]', ''));
  else if (Array.isArray(value)) for (const item of value) append(form, `${name}[]`, item);
  else if (typeof value === 'object') {
    for (const [key, text] of Object.entries(value)) append(form, `${name}[${key}]`, text);
  } else form.append(name, String(value));
}
