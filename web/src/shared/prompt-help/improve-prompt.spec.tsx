import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef, useState } from 'react';
import { describe, expect, it } from 'vitest';
import { ApiClient } from '../../lib/api-client';
import { ServicesProvider } from '../../lib/services';
import { errorResponse, fakeServer, jsonResponse } from '../../testing/fake-server';
import { sessionStore } from '../../testing/session-environment';
import { ImprovePrompt } from './improve-prompt';

const IMPROVE = 'POST /api/prompt-help/improve';

function Form() {
  const [prompt, setPrompt] = useState('a boat');
  const field = useRef<HTMLTextAreaElement>(null);
  return (
    <>
      <textarea aria-label="Prompt" ref={field} value={prompt} onChange={(event) => setPrompt(event.target.value)} />
      <ImprovePrompt value={prompt} onChange={setPrompt} field={field} />
    </>
  );
}

function show(routes: Parameters<typeof fakeServer>[0] = {}) {
  const server = fakeServer({ 'GET /api/prompt-help': () => jsonResponse({ canImprove: true }), ...routes });
  const session = sessionStore(server.fetch);
  render(
    <ServicesProvider services={{ api: new ApiClient(server.fetch, session), session }}>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <Form />
      </QueryClientProvider>
    </ServicesProvider>,
  );
  return server;
}

const field = () => screen.getByLabelText('Prompt');
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

describe('ImprovePrompt', () => {
  it('shows a suggestion as a diff, replaces the prompt when asked to, and restores it', async () => {
    const server = show({ [IMPROVE]: () => jsonResponse({ prompt: 'An old boat at dawn' }) });
    await press('Improve my prompt');
    const panel = await screen.findByRole('region', { name: 'Suggested prompt' });
    expect(panel).toHaveFocus();
    expect(panel).toHaveAccessibleDescription('New prompt: An old boat at dawn');
    expect((await within(panel).findAllByRole('insertion', { hidden: true })).map((part) => part.textContent)).toEqual([
      'An',
      'old ',
      ' at dawn',
    ]);
    expect(within(panel).getByRole('deletion', { hidden: true })).toHaveTextContent('a');
    expect(field()).toHaveValue('a boat');
    await press('Use this prompt');
    expect(field()).toHaveValue('An old boat at dawn');
    expect(field()).toHaveFocus();
    await press('Restore my prompt');
    expect(field()).toHaveValue('a boat');
    expect(server.callsTo('/api/prompt-help/improve').map(({ body }) => body)).toEqual([{ prompt: 'a boat' }]);
  });

  it('keeps the prompt when the suggestion is refused', async () => {
    show({ [IMPROVE]: () => jsonResponse({ prompt: 'An old boat' }) });
    await press('Improve my prompt');
    await press('Keep mine');
    expect(field()).toHaveValue('a boat');
    expect(field()).toHaveFocus();
    expect(screen.queryByRole('region')).not.toBeInTheDocument();
  });

  it('does not show the suggestion for a prompt that was edited meanwhile', async () => {
    const answers: (() => void)[] = [];
    show({
      [IMPROVE]: () => new Promise((resolve) => answers.push(() => resolve(jsonResponse({ prompt: 'An old boat' })))),
    });
    await press('Improve my prompt');
    await userEvent.type(field(), ' sails');
    answers.forEach((answer) => answer());
    expect(await screen.findByRole('button', { name: 'Improve my prompt' })).toBeEnabled();
    expect(screen.queryByRole('region')).not.toBeInTheDocument();
    expect(field()).toHaveValue('a boat sails');
  });

  it('says so if the model fails or has nothing to add', async () => {
    let answer = () => errorResponse(502, 'provider_error', 'We could not improve your prompt, so it is unchanged.');
    show({ [IMPROVE]: () => answer() });
    await press('Improve my prompt');
    expect(await screen.findByRole('alert')).toHaveTextContent('so it is unchanged');
    answer = () => jsonResponse({ prompt: 'a boat' });
    await press('Improve my prompt');
    expect(await screen.findByRole('status')).toHaveTextContent('nothing to add');
  });

  it('an empty prompt cannot be improved', async () => {
    show();
    await userEvent.clear(field());
    expect(await screen.findByRole('button', { name: 'Improve my prompt' })).toBeDisabled();
  });

  it('is not shown on a site without a model', async () => {
    const server = show({ 'GET /api/prompt-help': () => jsonResponse({ canImprove: false }) });
    await expect.poll(() => server.calls.length).toBe(1);
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });
});
