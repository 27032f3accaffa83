import { t } from '@lingui/core/macro';
import type { RefObject } from 'react';
import { ExampleGallery } from './example-gallery';
import type { Example } from './examples';

interface StartFromExampleProps {
  value: string;
  onUse: (example: Example) => void;
  /** The prompt's text field. It gets the focus, because the gallery disappears. */
  field: RefObject<HTMLTextAreaElement | null>;
}

/** A small gallery below an empty form. It disappears as soon as there is a prompt, so it never replaces one. */
export function StartFromExample({ value, onUse, field }: StartFromExampleProps) {
  if (value !== '') return null;
  return (
    <section aria-labelledby="examples" className="mt-4">
      <h2 id="examples" className="text-title heading">
        {t`Start from an example`}
      </h2>
      <ExampleGallery
        count={4}
        className="mt-6"
        onUse={(example) => {
          onUse(example);
          field.current?.focus();
        }}
      />
    </section>
  );
}
