import { MAX_PROMPT_CHARACTERS } from '@luit/contracts/generation/prompt-limits';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef, useState } from 'react';
import { describe, expect, it } from 'vitest';
import { PromptSuggestions } from './prompt-suggestions';
import { insertPhrase, missingAspects } from './suggestions';

function Form({ initial }: { initial: string }) {
  const [prompt, setPrompt] = useState(initial);
  const field = useRef<HTMLTextAreaElement>(null);
  return (
    <>
      <textarea aria-label="Prompt" ref={field} value={prompt} onChange={(event) => setPrompt(event.target.value)} />
      <PromptSuggestions value={prompt} onChange={setPrompt} field={field} />
    </>
  );
}

const names = (prompt: string) => missingAspects(prompt).map(({ name }) => name);

describe('PromptSuggestions', () => {
  it.each([
    ['', ['Subject', 'Movement', 'Light', 'Camera']],
    ['An old boat', ['Movement', 'Light', 'Camera']],
    ['An old boat crosses the river at dawn', ['Camera']],
    ['An old boat drifts, golden light, close-up', []],
    ['सुनहरी शाम में एक नाव चल रही है', ['Camera']],
    ['A lightning rod in a panorama', ['Movement', 'Light', 'Camera']],
  ])('the prompt "%s" lacks %j', (prompt, missing) => {
    expect(names(prompt)).toEqual(missing);
  });

  it.each([
    ['', 0, 'at dawn', 7],
    ['A boat', 6, 'A boat, at dawn', 15],
    ['A boat, ', 8, 'A boat, at dawn', 15],
    ['A boat close-up', 6, 'A boat, at dawn, close-up', 15],
  ])('a phrase is inserted into "%s" at %i', (prompt, at, expected, cursor) => {
    expect(insertPhrase(prompt, at, 'at dawn')).toEqual({ prompt: expected, cursor });
  });

  it('a click inserts at the cursor, moves the cursor behind the phrase and removes the completed aspect', async () => {
    render(<Form initial="A boat close-up" />);
    const field = screen.getByLabelText<HTMLTextAreaElement>('Prompt');
    field.setSelectionRange(6, 6);
    await userEvent.click(screen.getByRole('button', { name: 'Add “at dawn”' }));
    expect(field).toHaveValue('A boat, at dawn, close-up');
    expect(field).toHaveFocus();
    expect(field.selectionStart).toBe(15);
    expect(screen.queryByTitle('Light')).not.toBeInTheDocument();
    expect(screen.getAllByTitle('Movement')).not.toHaveLength(0);
  });

  it('a phrase that would exceed the limit is disabled', () => {
    render(<Form initial={'w '.repeat(MAX_PROMPT_CHARACTERS / 2 - 4)} />);
    expect(screen.getByRole('button', { name: 'Add “slow camera from left to right”' })).toBeDisabled();
  });
});
