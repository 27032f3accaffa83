import type { Verification } from '@luit/contracts/http/verifications';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { ApiClient } from '../../../lib/api-client';
import { ServicesProvider } from '../../../lib/services';
import { errorResponse, fakeServer, jsonResponse } from '../../../testing/fake-server';
import { sessionStore } from '../../../testing/session-environment';
import VerifyPage from './verify-page';

const OUTPUT = { kind: 'video' as const, madeFrom: '2026-11-21', madeUntil: '2026-11-21', models: ['Seedance'] };

async function choose(answer: () => Response) {
  const server = fakeServer({ 'POST /api/verify': answer });
  const session = sessionStore(server.fetch);
  const { container } = render(
    <ServicesProvider services={{ api: new ApiClient(server.fetch, session), session }}>
      <MemoryRouter>
        <VerifyPage />
      </MemoryRouter>
    </ServicesProvider>,
  );
  const field = container.querySelector<HTMLInputElement>('input[type="file"]')!;
  await userEvent.upload(field, new File(['video'], 'boat.mp4', { type: 'video/mp4' }));
  return server;
}
const verified = (verification: Omit<Verification, 'credentials'>, credentials: Verification['credentials'] = null) =>
  choose(() => jsonResponse({ verification: { ...verification, credentials } }));
const factOf = (term: string) => screen.getByText(term).nextElementSibling;

describe('VerifyPage', () => {
  it('says when and with which model a file was made, and checks another one', async () => {
    const { calls } = await verified({ result: 'made_here', output: OUTPUT });
    expect(await screen.findByRole('heading', { name: 'Yes, it was made with Luit' })).toBeInTheDocument();
    expect(factOf('Made')).toHaveTextContent('21 Nov 2026');
    expect(factOf('AI model')).toHaveTextContent(/^Seedance$/);
    expect(calls).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: 'Check another file' }));
    expect(screen.getByRole('button', { name: 'Choose a file' })).toBeInTheDocument();
  });

  it('says what holds for all outputs that look like the file', async () => {
    const output = { ...OUTPUT, madeUntil: '2026-11-23', models: ['Seedance', 'Zeroscope'] };
    await verified({ result: 'looks_alike', output });
    expect(await screen.findByRole('heading', { name: 'It looks like it was made with Luit' })).toBeInTheDocument();
    expect(screen.getByText(/It’s an altered copy/)).toBeInTheDocument();
    expect(factOf('Made')).toHaveTextContent('Between 21 Nov 2026 and 23 Nov 2026');
    expect(factOf('AI model')).toHaveTextContent('One of Seedance, Zeroscope');
  });

  it('says that the original of a restored photo looks the same', async () => {
    await verified({ result: 'looks_alike', output: { ...OUTPUT, kind: 'photo', models: ['GFPGAN'] } });
    expect(await screen.findByText(/So does its original/)).toBeInTheDocument();
  });

  it('says that an identifier may have been copied, or that nothing was found', async () => {
    await verified({ result: 'differs', output: OUTPUT });
    expect(await screen.findByText(/the identifier was copied from another file/)).toBeInTheDocument();
    await verified({ result: 'unconfirmed', output: OUTPUT });
    const title = 'It carries our mark, but we can’t confirm it';
    expect(await screen.findByRole('heading', { name: title })).toBeInTheDocument();
    await verified({ result: 'unknown', output: null });
    expect(await screen.findByRole('heading', { name: 'No match' })).toBeInTheDocument();
  });

  it.each([
    ['unchanged and signed here', { state: 'intact', signer: 'Luit' }, 'Luit signed this file, and it hasn’t changed'],
    ['changed', { state: 'altered', signer: null }, 'The file was probably changed after it was signed'],
    [
      'signed by someone',
      { state: 'unknown_signer', signer: 'A camera' },
      'signed in the name of “A camera”. We can’t confirm who',
    ],
    [
      'signed without a name',
      { state: 'unknown_signer', signer: null },
      'Someone signed this file. We can’t confirm who',
    ],
    ['not signed', null, 'We found no Content Credentials in this file'],
  ] as const)('says that a file is %s', async (_, credentials, text) => {
    await verified({ result: 'made_here', output: OUTPUT }, credentials);
    const title = await screen.findByRole('heading', { name: 'Content Credentials' });
    expect(title.nextElementSibling).toHaveTextContent(text);
  });

  it('a file that was signed here was made here, even if it was erased since', async () => {
    await verified({ result: 'made_here', output: null }, { state: 'intact', signer: 'Luit' });
    expect(await screen.findByRole('heading', { name: 'Yes, it was made with Luit' })).toBeInTheDocument();
    expect(screen.getByText(/It may have been deleted here since/)).toBeInTheDocument();
    expect(screen.queryByText('Made')).not.toBeInTheDocument();
  });

  it.each([
    [415, 'unsupported_media_type', /can’t read this file/],
    [413, 'payload_too_large', /too large/],
    [429, 'too_many_requests', /Slow down/],
  ])('after a refusal with %s, another file can be chosen', async (status, code, text) => {
    await choose(() => errorResponse(status, code, 'Slow down'));
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    expect(screen.getByRole('button', { name: 'Choose a file' })).toBeInTheDocument();
  });
});
