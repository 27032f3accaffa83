import { t } from '@lingui/core/macro';
import { Code, Prose } from '../../../shared/code/prose';

/** Words in the prompt of a test, and what they do. */
function testPrompts(): { words: string; effect: string }[] {
  return [
    { words: 'test: fail', effect: t({ message: 'The video fails with the code `generation_failed`.' }) },
    { words: 'test: refuse', effect: t({ message: 'The video fails with the code `refused_by_policy`.' }) },
    { words: 'test: slow', effect: t`The video takes a minute, so you can follow or cancel it.` },
  ];
}

/** The words that decide how a test ends. */
export function TestPrompts() {
  return (
    <dl className="grid gap-2">
      {testPrompts().map(({ words, effect }) => (
        <div key={words} className="grid gap-x-4 sm:grid-cols-[8rem_minmax(0,1fr)]">
          <dt>
            <Code>{words}</Code>
          </dt>
          <dd>
            <Prose>{effect}</Prose>
          </dd>
        </div>
      ))}
    </dl>
  );
}
