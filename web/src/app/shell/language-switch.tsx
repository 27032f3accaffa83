import { t } from '@lingui/core/macro';
import { chooseLanguage } from '../../lib/account-language';
import { currentLanguage, LANGUAGES, type Language } from '../../lib/language';
import { useServices } from '../../lib/services';

/** The languages by their own names, so that everyone finds theirs. */
export default function LanguageSwitch() {
  const services = useServices();
  const current = currentLanguage();
  return (
    <ul aria-label={t`Language`} className="-ml-3 flex flex-wrap gap-x-1">
      {Object.entries(LANGUAGES).map(([language, name]) => (
        <li key={language}>
          <button
            type="button"
            lang={language}
            aria-current={language === current ? 'true' : undefined}
            onClick={() => void chooseLanguage(services, language as Language)}
            // The name of another language must not load the font of its script.
            style={language === current ? undefined : { fontFamily: 'system-ui, sans-serif' }}
            className="min-h-10 rounded-control px-3 text-sm font-medium text-muted underline-offset-4 hover:text-ink hover:underline aria-[current]:text-ink aria-[current]:underline aria-[current]:decoration-accent aria-[current]:decoration-2"
          >
            {name}
          </button>
        </li>
      ))}
    </ul>
  );
}
