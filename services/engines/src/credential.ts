/** A header with its value: a name, a colon and a space. A token contains no space. */
const HEADER = /^([A-Za-z0-9-]+): (.+)$/;

export function credentialHeaders(credential: string | null): Record<string, string> {
  if (!credential) return {};
  const [, name, value] = HEADER.exec(credential) ?? [];
  return name && value ? { [name.toLowerCase()]: value } : { authorization: `Bearer ${credential}` };
}
