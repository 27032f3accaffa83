import { CONSENT_VERSIONS, currentVersionOf } from '@luit/contracts/auth/consent-notices';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import type { LegalDocument, LegalName } from '../content/legal-document';
import AboutPage from './about-page';
import { LegalText } from '../components/legal-text';

const load = async (name: LegalName) =>
  ((await import(`../content/${name}.ts`)) as { document: LegalDocument }).document;

async function show(name: LegalName): Promise<string> {
  render(<LegalText document={await load(name)} />);
  return screen.getByRole('article').textContent ?? '';
}

const sectionOf = async (name: LegalName, title: string) =>
  (await load(name)).sections
    .find((section) => section.title === title)
    ?.body.flat()
    .join(' ') ?? '';

describe('the information pages', () => {
  it.each(['terms', 'privacy', 'refund', 'disclaimer', 'cookies'] as const)(
    '%s has numbered sections, a table of contents and its date [INF-01]',
    async (name) => {
      await show(name);
      const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent ?? '');
      expect(titles.length).toBeGreaterThan(5);
      titles.forEach((title, index) => expect(title).toMatch(new RegExp(`^${index + 1}\\. \\S`)));
      const contents = screen.getByRole('navigation', { name: 'Contents' });
      expect([...contents.querySelectorAll('a')].map(({ textContent }) => textContent)).toEqual(titles);
      expect(screen.getByText('Last updated: January 2025')).toBeInTheDocument();
    },
  );

  it('the refund page lists three automatic refunds [INF-02]', async () => {
    const text = await sectionOf('refund', 'Automatic refunds');
    for (const part of ['due to technical issues', 'interruption of the service', 'quality issues, at our discretion'])
      expect(text).toContain(part);
  });

  it.each(['Requesting a refund', 'What is not refundable', 'Credit expiry', 'Dispute resolution'])(
    'the refund page has the section %s [INF-03]',
    async (title) => expect(await sectionOf('refund', title)).not.toBe(''),
  );

  it('the refund page states the required details and deadlines of a request [INF-04, INF-05]', async () => {
    const text = await sectionOf('refund', 'Requesting a refund');
    for (const part of ['order ID', 'email address of your account', 'within 7 days of the issue', '3-5 business days'])
      expect(text).toContain(part);
    expect(text).toContain('after 30 days are not eligible');
  });

  it('the terms cover age, ownership and commercial use [INF-06]', async () => {
    const text = await show('terms');
    expect(text).toMatch(/18 or older, or have the consent of a parent/);
    expect(text).toContain('You keep ownership of everything you upload');
    expect(text).toContain('including commercially');
  });

  it.each(['terms', 'privacy'] as const)(
    '%s shows the number of the version that users agree to, and one date',
    async (name) => {
      const text = await show(name);
      expect(text).toContain(`Version ${CONSENT_VERSIONS[name].length}`);
      expect(text).not.toContain(currentVersionOf(name));
    },
  );

  it('the terms promise the times of the IT Rules for complaints and takedowns', async () => {
    const text = await sectionOf('terms', 'Grievances');
    for (const time of ['within 24 hours', 'within 7 days', 'within 2 hours', 'within 3 hours'])
      expect(text).toContain(time);
  });

  it('the about page states location, founding year, formats and typical times [INF-07, INF-09, INF-10]', () => {
    render(
      <MemoryRouter>
        <AboutPage />
      </MemoryRouter>,
    );
    for (const text of ['Assam, India', '2025', 'Prompts, JPEG, PNG, WebP', 'MP4'])
      expect(screen.getByText(text)).toBeInTheDocument();
    expect(screen.getByText(/within 1-5 minutes/)).toBeInTheDocument();
  });

  it('the cookie policy states how long cookies last [INF-08]', async () => {
    expect(await show('cookies')).toContain('Persistent cookies last typically 30 days to 2 years');
  });

  it('the refund page states that only free credits may expire [INF-11]', async () => {
    const text = await sectionOf('refund', 'Credit expiry');
    expect(text).toMatch(/Purchased credits never expire. Free trial and promotional credits may expire/);
  });

  it('terms, privacy and refund pages name the Grievance Officer', async () => {
    for (const name of ['terms', 'privacy', 'refund'] as const)
      expect((await load(name)).sections.flatMap(({ body }) => body.flat()).join(' ')).toMatch(/Grievance Officer/);
  });
});
