import { WAN_WORKFLOW } from '@luit/contracts/generation/catalog/testing/wan-workflow';
import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { EntryFormProvider } from './entry-form';
import { FieldMappings } from './field-mappings';
import { WorkflowSection } from './workflow-section';

function Editor({ initial }: { initial: unknown }) {
  const [entry, setEntry] = useState(initial);
  return (
    <EntryFormProvider entry={entry} onChange={setEntry} problems={new Map()}>
      <WorkflowSection path="routes.0" />
      <FieldMappings path="routes.0" names={['prompt', 'seed', 'reference']} />
    </EntryFormProvider>
  );
}

describe('the workflow of a route', () => {
  const paste = (text: string) => {
    fireEvent.change(screen.getByLabelText(/For a ComfyUI server|Replace it/), { target: { value: text } });
    fireEvent.click(screen.getByRole('button', { name: 'Use it' }));
  };
  const open = () =>
    render(<Editor initial={{ starts: {}, parameters: {}, routes: [{ provider: 'gpu-1', model: {} }] }} />);

  it('pasting one proposes its inputs and its output node, which can be changed', () => {
    open();
    paste(JSON.stringify(WAN_WORKFLOW));
    expect(screen.getByRole('status')).toHaveTextContent(
      /^Recognized: Prompt, Negative prompt, Duration, .*File prefix\./,
    );
    expect(screen.getByLabelText('Output node')).toHaveValue('58');
    expect(screen.getByLabelText('Field for Prompt')).toHaveValue('6.text');
    expect(screen.getByLabelText('Field for File prefix')).toHaveValue('58.filename_prefix');
    fireEvent.change(screen.getByLabelText('Field for Prompt'), { target: { value: '7.text' } });
    expect(screen.getByLabelText('Field for Prompt')).toHaveValue('7.text');
    const suggested = [...document.querySelectorAll('datalist option')].map((option) => option.getAttribute('value'));
    expect(suggested).toContain('3.steps');
    expect(suggested).not.toContain('3.model');
  });

  it('a text that is no workflow is refused in words, and changes nothing', () => {
    open();
    paste('{"nodes":[],"links":[]}');
    expect(screen.getByLabelText('For a ComfyUI server')).toHaveAccessibleDescription(/Export \(API\)/);
    expect(screen.queryByLabelText('Output node')).not.toBeInTheDocument();
  });

  it('it can be removed', () => {
    open();
    paste(JSON.stringify(WAN_WORKFLOW));
    fireEvent.click(screen.getByRole('button', { name: 'Remove the workflow' }));
    expect(screen.queryByLabelText('Output node')).not.toBeInTheDocument();
  });
});
