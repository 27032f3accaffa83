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
    'INF-01: %s has numbered sections, a table of contents and its date',
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

  it('INF-02: credits come back automatically in three cases', async () => {
    const text = await sectionOf('refund', 'Automatic refunds');
    for (const part of ['due to technical issues', 'interruption of the service', 'quality issues, at our discretion'])
      expect(text).toContain(part);
  });

  it.each(['Requesting a refund', 'What is not refundable', 'Credit expiry', 'Dispute resolution'])(
    'INF-03: the refund page has the section %s',
    async (title) => expect(await sectionOf('refund', title)).not.toBe(''),
  );

  it('INF-04, INF-05: what a request names, and by when', async () => {
    const text = await sectionOf('refund', 'Requesting a refund');
    for (const part of ['order ID', 'email address of your account', 'within 7 days of the issue', '3-5 business days'])
      expect(text).toContain(part);
    expect(text).toContain('after 30 days are not eligible');
  });

  it('INF-06: the terms say for whom, whose, and for what', async () => {
    const text = await show('terms');
    expect(text).toMatch(/18 or older, or have the consent of a parent/);
    expect(text).toContain('You keep ownership of everything you upload');
    expect(text).toContain('including commercially');
  });

  it('INF-07, INF-09, INF-10: about tells where, since when, what goes in and out, and how long it takes', () => {
    render(
      <MemoryRouter>
        <AboutPage />
      </MemoryRouter>,
    );
    for (const text of ['Assam, India', '2025', 'Prompts, JPEG, PNG, WebP', 'MP4'])
      expect(screen.getByText(text)).toBeInTheDocument();
    expect(screen.getByText(/within 1-5 minutes/)).toBeInTheDocument();
  });

  it('INF-08: how long cookies last', async () => {
    expect(await show('cookies')).toContain('Persistent cookies last typically 30 days to 2 years');
  });

  it('INF-11: purchased credits stay, free ones may end', async () => {
    const text = await sectionOf('refund', 'Credit expiry');
    expect(text).toMatch(/Purchased credits never expire. Free trial and promotional credits may expire/);
  });

  it('names the Grievance Officer wherever a law asks for one', async () => {
    for (const name of ['terms', 'privacy', 'refund'] as const)
      expect((await load(name)).sections.flatMap(({ body }) => body.flat()).join(' ')).toMatch(/Grievance Officer/);
  });
});
