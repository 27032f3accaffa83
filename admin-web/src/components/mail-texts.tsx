import { Preformatted } from './preformatted';

const LANGUAGE_NAMES = { en: 'English', hi: 'Hindi' };

interface MailTextsProps {
  texts: { language: keyof typeof LANGUAGE_NAMES; subject: string; text: string }[];
}

/** The preview of an email to users in each language. */
export function MailTexts({ texts }: MailTextsProps) {
  return texts.map(({ language, subject, text }) => (
    <details key={language}>
      <summary className="cursor-pointer font-semibold">
        {LANGUAGE_NAMES[language]}: <span lang={language}>{subject}</span>
      </summary>
      <div lang={language}>
        <Preformatted
          label={`Text in ${LANGUAGE_NAMES[language]}`}
          overflow="break-words"
          note="Each email also has the name of the user."
        >
          {text}
        </Preformatted>
      </div>
    </details>
  ));
}
