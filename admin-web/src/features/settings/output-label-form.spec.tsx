import { DEFAULT_OUTPUT_LABEL } from '@luit/contracts/generation/output-label';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderSignedIn } from '../../testing/render-signed-in';
import { OutputLabelForm } from './output-label-form';

describe('the form of the AI label', () => {
  const fetch = vi.fn<typeof globalThis.fetch>();

  beforeEach(() => {
    fetch.mockReset();
    fetch.mockImplementation(() => Promise.resolve(Response.json({ success: true, data: {} })));
    renderSignedIn(<OutputLabelForm label={DEFAULT_OUTPUT_LABEL} />, fetch);
  });

  const sent = () =>
    fetch.mock.calls.flatMap(([, init]) =>
      init?.method === 'PATCH' ? [JSON.parse(String(init.body)) as unknown] : [],
    );
  const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }));

  it('a warning stays beside the switch while videos have no label', async () => {
    expect(screen.queryByText(/may not comply/)).toBeNull();
    fireEvent.click(screen.getByLabelText('Show the label in generated videos and images'));
    expect(await screen.findByText(/may not comply with India's IT Rules/)).toBeInTheDocument();
    save();
    await waitFor(() => expect(sent()).toEqual([{ ...DEFAULT_OUTPUT_LABEL, onVideos: false }]));
    expect(screen.getByText(/may not comply/)).toBeInTheDocument();
  });

  it('the length is optional, and invalid values are not sent', async () => {
    fireEvent.change(screen.getByLabelText('Text'), { target: { value: '人工' } });
    save();
    expect(await screen.findByText(/Enter letters/)).toBeInTheDocument();
    expect(sent()).toEqual([]);
    fireEvent.change(screen.getByLabelText('Text'), { target: { value: 'AI से बना' } });
    fireEvent.change(screen.getByLabelText(/Seconds from the beginning/), { target: { value: '3' } });
    save();
    await waitFor(() => expect(sent()).toEqual([{ ...DEFAULT_OUTPUT_LABEL, text: 'AI से बना', seconds: 3 }]));
  });
});
