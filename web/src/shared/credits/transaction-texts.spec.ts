import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { i18n } from '../../lib/i18n';
import { messages } from '../../locales/hi.po';
import { TRANSACTION_TEXTS, transactionText } from './transaction-texts';

afterEach(() => i18n.activate('en'));

const sources = (folder: string): string =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|sql)$/.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n');

it('a text is a message in the same words, and one that the server writes', () => {
  const server = [sources('../services/billing/src'), sources('../services/billing/sql')].join('\n');
  for (const [english, message] of TRANSACTION_TEXTS) {
    expect(message()).toBe(english);
    if (!/^(Photo|Image)/.test(english)) expect(server).toContain(`'${english}'`);
  }
});

it.each([
  ['Video generation: 5 s, 480p', 'Video generation: 5 s, 480p', 'वीडियो बनाना: 5 सेकंड, 480p'],
  ['Promotional code DIWALI', 'Promotional code DIWALI', 'प्रोमो कोड DIWALI'],
  ['Refund: generation failed', 'Refund: generation failed', 'रिफ़ंड: नहीं बन पाया'],
  ['Starter Pack', 'Starter Pack', 'स्टार्टर पैक'],
  ['Festival Pack', 'Festival Pack', 'Festival Pack'],
])('%s is shown in English and in Hindi', (description, english, hindi) => {
  expect(transactionText(description)).toBe(english);
  i18n.activate('hi', messages);
  expect(transactionText(description)).toBe(hindi);
});
