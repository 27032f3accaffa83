import { afterEach, expect, it } from 'vitest';
import { i18n } from '../../lib/i18n';
import { messages } from '../../locales/hi.po';
import { deviceText } from './device-text';

afterEach(() => i18n.activate('en'));

it.each([
  ['Firefox on Android', 'Firefox on Android', 'Android पर Firefox'],
  ['Unknown device', 'Unknown device', 'अनजान डिवाइस'],
  ['iPhone', 'iPhone', 'iPhone'],
])('%s is shown in English and in Hindi', (name, english, hindi) => {
  expect(deviceText(name)).toBe(english);
  i18n.activate('hi', messages);
  expect(deviceText(name)).toBe(hindi);
});
