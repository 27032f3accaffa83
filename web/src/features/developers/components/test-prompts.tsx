import { testPrompts } from '../copy';
import { Code, Prose } from '../../../shared/code/prose';

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
