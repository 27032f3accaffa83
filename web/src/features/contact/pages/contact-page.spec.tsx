import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { ApiClient } from '../../../lib/api-client';
import { ServicesProvider } from '../../../lib/services';
import { fakeServer, jsonResponse, errorResponse } from '../../../testing/fake-server';
import { sessionStore } from '../../../testing/session-environment';
import ContactPage from './contact-page';

const CALL = 'POST /api/contact';

function show(answer: () => Response | Promise<Response> = () => jsonResponse({})) {
  const table = { [CALL]: answer };
  const server = fakeServer(table);
  const session = sessionStore(server.fetch);
  render(
    <ServicesProvider services={{ api: new ApiClient(server.fetch, session), session }}>
      <MemoryRouter>
        <ContactPage />
      </MemoryRouter>
    </ServicesProvider>,
  );
  return { ...server, table };
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);

async function write() {
  await userEvent.type(field('Name'), 'Rupali Gogoi');
  await userEvent.type(field('Email'), 'rupali@example.in');
  await userEvent.selectOptions(field('Subject'), 'Technical Support');
  await userEvent.type(field('Message'), 'It does not play');
  await userEvent.click(screen.getByRole('button', { name: 'Send message' }));
}

describe('ContactPage', () => {
  it('the page shows the address, three mailboxes and the response time [CON-01]', () => {
    show();
    const mails = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(mails).toHaveLength(3);
    for (const mail of mails) expect(mail).toMatch(/^mailto:.+@.+/);
    for (const purpose of ['General', 'Technical support', 'Business partnerships'])
      expect(screen.getByText(purpose)).toBeInTheDocument();
    expect(screen.getByRole('region', { name: 'Address' })).toHaveTextContent('Assam');
    expect(screen.getByText('We reply within 24-48 hours.')).toBeInTheDocument();
    expect(screen.getByText(/Mark your message as urgent/)).toBeInTheDocument();
  });

  it('the form has four required fields with native validation [CON-02, CON-03, CON-04]', () => {
    const { calls } = show();
    for (const name of ['Name', 'Email', 'Subject', 'Message']) expect(field(name)).toBeRequired();
    expect(field('Email')).toHaveAttribute('type', 'email');
    const options = within(field('Subject')).getAllByRole<HTMLOptionElement>('option');
    expect(options.map(({ value, textContent }) => `${value}:${textContent}`)).toEqual([
      ':Select a subject',
      'general:General Inquiry',
      'technical:Technical Support',
      'billing:Billing Question',
      'feature:Feature Request',
      'partnership:Partnership',
      'other:Other',
    ]);
    expect(field('Subject')).toHaveValue('');
    expect(field('Message')).toHaveAttribute('rows', '6');
    expect(field('Message')).toHaveAttribute('placeholder', 'Tell us how we can help you...');
    expect(calls).toEqual([]);
  });

  it('the form shows sending and success, then clears its fields [CON-05, CON-06]', async () => {
    let arrive = (_: Response) => {};
    const { calls } = show(() => new Promise<Response>((resolve) => (arrive = resolve)));
    await write();
    expect(screen.getByRole('button', { name: 'Sending...' })).toBeDisabled();
    arrive(jsonResponse({}));
    expect(
      await screen.findByText("Thank you! Your message has been sent successfully. We'll get back to you soon."),
    ).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Send message' })).toBeEnabled();
    for (const name of ['Name', 'Email', 'Subject', 'Message']) expect(field(name)).toHaveValue('');
    const words = { name: 'Rupali Gogoi', email: 'rupali@example.in', subject: 'technical' };
    expect(calls).toMatchObject([
      { path: '/api/contact', body: { ...words, message: 'It does not play', isUrgent: false } },
    ]);
  });

  it('a message can be marked as urgent, and the next one is not [G-61]', async () => {
    const { calls } = show();
    await userEvent.click(screen.getByRole('checkbox', { name: /^This is urgent/ }));
    await write();
    expect(await screen.findByText(/^Thank you!/)).toBeInTheDocument();
    expect(calls).toMatchObject([{ body: { isUrgent: true } }]);
    expect(screen.getByRole('checkbox')).not.toBeChecked();
  });

  it('a failure keeps the message, and a retry uses the same idempotency key [CON-07, G-09]', async () => {
    const { calls, table } = show(() => Promise.reject(new TypeError('Failed to fetch')));
    await write();
    const text = 'Sorry, there was an error sending your message. Please try again or email us directly.';
    expect(await screen.findByText(text)).toBeInTheDocument();
    expect(field('Message')).toHaveValue('It does not play');
    table[CALL] = () => jsonResponse({});
    await userEvent.click(screen.getByRole('button', { name: 'Send message' }));
    expect(await screen.findByText(/^Thank you!/)).toBeInTheDocument();
    const [first, second] = calls.map(({ headers }) => headers.get('idempotency-key'));
    expect(second).toBe(first);
  });

  it("a rate limit error shows the server's text [SRV-18]", async () => {
    show(() =>
      errorResponse(429, 'too_many_requests', 'You have sent us several messages already.', { 'retry-after': '720' }),
    );
    await write();
    expect(await screen.findByText('You have sent us several messages already.')).toBeInTheDocument();
  });

  it.each([
    ['How do I get started?', /Sign up with your email address/],
    ['Which file types are supported?', /JPEG, PNG and WebP.*MP4/],
    ['How long does processing take?', /within 1-5 minutes/],
    ['Can I use the results commercially?', /^Yes/],
  ])('the FAQ below the form answers %s [CON-09]', (question, answer) => {
    show();
    const faq = within(screen.getByRole('region', { name: 'Frequently asked questions' }));
    expect(faq.getByText(question).nextElementSibling).toHaveTextContent(answer);
  });
});
