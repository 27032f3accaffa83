import path from 'node:path';
import { readFile } from 'node:fs/promises';
import { createCompiledCatalog, getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import type { MessageDescriptor, Messages } from '@lingui/core';
import { DEFAULT_LANGUAGE, LANGUAGES } from '@luit/contracts/auth/languages';
import { messages as en } from './en';
import { messages as hi } from './hi';
import { i18nOf } from './i18n';

const CATALOGS: Record<string, Messages> = { en, hi };
const TRANSLATIONS = LANGUAGES.filter((language) => language !== DEFAULT_LANGUAGE);
const UPDATE = 'run `npm run messages -w services/auth`';
/** A catalog in the form that `npm run messages` writes. */
const OUTPUT_PREFIX = '/* Written by npm run messages. */';

const config = getConfig({ cwd: path.join(__dirname, '..', '..', '..') });
const catalog = async () => {
  const [found] = await getCatalogs(config);
  if (!found) throw new Error('services/auth/lingui.config.ts names no catalog');
  return found;
};

/** The placeholders of a compiled message, and the placeholders of its plurals, by kind. */
function placeholders(message: unknown, found = new Map<string, string>()): Map<string, string> {
  if (!Array.isArray(message)) return found;
  for (const token of message as unknown[]) {
    if (!Array.isArray(token)) continue;
    const [name, kind, forms] = token as [string, string | undefined, Record<string, unknown> | undefined];
    found.set(name, kind ?? 'text');
    for (const form of Object.values(forms ?? {})) placeholders(form, found);
  }
  return found;
}

const namesOf = (message: unknown) => [...placeholders(message)].sort();

describe('the catalogs of mails and web pushes', () => {
  it('contain exactly the messages of the code', async () => {
    const found = await catalog();
    const ids = Object.keys((await found.collect()) ?? {}).sort();
    expect(ids.length).toBeGreaterThan(100);
    for (const locale of LANGUAGES) {
      const listed = Object.keys(await found.read(locale)).sort();
      expect({ locale, listed, hint: UPDATE }).toEqual({ locale, listed: ids, hint: UPDATE });
    }
  });

  it.each(TRANSLATIONS)('translate every message to “%s”', async (locale) => {
    const messages = await (await catalog()).read(locale);
    const missing = Object.entries(messages).filter(([, { translation }]) => !translation);
    expect(missing.map(([id]) => id)).toEqual([]);
  });

  it.each(LANGUAGES)('are compiled for “%s”', async (locale) => {
    const options = { sourceLocale: DEFAULT_LANGUAGE, fallbackLocales: { default: DEFAULT_LANGUAGE } };
    const { messages } = await (await catalog()).getTranslations(locale, options);
    const { source, errors } = createCompiledCatalog(locale, messages, {
      namespace: 'ts',
      outputPrefix: OUTPUT_PREFIX,
    });
    const compiled = await readFile(path.join(__dirname, `${locale}.ts`), 'utf8');
    expect({ errors, isCurrent: compiled === source, hint: UPDATE }).toEqual({
      errors: [],
      isCurrent: true,
      hint: UPDATE,
    });
  });
});

describe.each(TRANSLATIONS)('each message in “%s”', (language) => {
  it.each(Object.keys(en))('has the placeholders of: %s', (id) => {
    expect(namesOf(CATALOGS[language]?.[id])).toEqual(namesOf(en[id]));
  });

  it.each(Object.keys(en).filter((id) => id.includes('{')))('says every value in every plural form: %s', (id) => {
    const kinds = placeholders(en[id]);
    for (const count of [0, 1, 2, 5]) {
      const values = Object.fromEntries(
        [...kinds].map(([name, kind]) => [name, kind === 'plural' ? count : `«${name}»`]),
      );
      const descriptor: MessageDescriptor = { id, values };
      const text = i18nOf(language)._(descriptor);
      for (const value of Object.values(values)) {
        if (typeof value === 'string') expect(text).toContain(value);
      }
      expect(text).not.toMatch(/[{}]|plural/);
    }
  });
});
