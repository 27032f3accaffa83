import { t } from '@lingui/core/macro';
import { clsx } from 'clsx';
import { useState } from 'react';
import { examples } from 'virtual:developer-docs';
import { type Language, QUICK_STARTS } from '../samples';
import { CodeBlock } from '../../../shared/code/code-block';
import { Prose } from '../../../shared/code/prose';

/** What has to be known before the program runs. */
const NOTES: Record<Language, () => string> = {
  curl: () =>
    t({
      message:
        'Three calls. The first returns the `id` of the video; the other two read it from the environment: `export VIDEO_ID=…`.',
    }),
  TypeScript: () =>
    t({
      message: 'Without any package. Save it as `create-video.mts`; Node.js 22.18 and later run it as it is.',
    }),
  'Node.js, openai': () =>
    t({
      message: 'With the unmodified client: `npm install openai`. It retries requests with status 429 on its own.',
    }),
  Python: () =>
    t({
      message: 'Without any package. The unmodified `openai` client for Python works as well, with `base_url`.',
    }),
};

/** The same program in several languages. */
export function QuickStart() {
  const [chosen, setChosen] = useState<Language>('curl');
  return (
    <div className="grid min-w-0 gap-4">
      <div role="group" aria-label={t`Programming language`} className="flex flex-wrap gap-2">
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
