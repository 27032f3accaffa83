import { t } from '@lingui/core/macro';

/** The server's name of a device, for example `Firefox on Android`, in the language of the page. */
export function deviceText(english: string): string {
  const [, browser, system] = /^(.+) on (.+)$/.exec(english) ?? [];
  if (browser && system) return t`${browser} on ${system}`;
  return english === 'Unknown device' ? t`Unknown device` : english;
}
