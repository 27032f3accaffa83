import { clsx } from 'clsx';
import { useState } from 'react';
import { examples } from 'virtual:developer-docs';
import { developersCopy } from '../copy';
import { type Language, QUICK_STARTS } from '../samples';
import { CodeBlock } from '../../../shared/code/code-block';
import { Prose } from '../../../shared/code/prose';

/** What has to be known before the program runs. */
const NOTES: Record<Language, () => string> = {
  curl: () => developersCopy.curlNote,
  TypeScript: () => developersCopy.typescriptNote,
  'Node.js, openai': () => developersCopy.nodeClientNote,
  Python: () => developersCopy.pythonNote,
};

/** The same program in several languages. */
export function QuickStart() {
  const [chosen, setChosen] = useState<Language>('curl');
  return (
    <div className="grid min-w-0 gap-4">
      <div role="group" aria-label={developersCopy.languages} className="flex flex-wrap gap-2">
        {QUICK_STARTS.map(({ name }) => (
          <button
            key={name}
            type="button"
            lang="en"
            aria-pressed={name === chosen}
            className={clsx(
              'min-h-11 rounded-control border px-4 text-sm font-semibold',
              name === chosen ? 'border-primary bg-primary text-on-primary' : 'border-edge bg-surface hover:bg-sunken',
            )}
            onClick={() => setChosen(name)}
          >
            {name}
          </button>
        ))}
      </div>
      <p>
        <Prose>{NOTES[chosen]()}</Prose>
      </p>
      {QUICK_STARTS.filter(({ name }) => name === chosen).map(({ files }) =>
        files.map((file) => <CodeBlock key={file} name={file} code={examples[file] ?? ''} />),
      )}
    </div>
  );
}
