import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, it } from 'vitest';
import { examples, routes } from 'virtual:developer-docs';
import DevelopersPage from './developers-page';

beforeEach(() => {
  render(
    <MemoryRouter>
      <DevelopersPage />
    </MemoryRouter>,
  );
});

const section = (name: string) => within(screen.getByRole('region', { name }));

it('each section has an anchor in the contents', () => {
  const contents = within(screen.getByRole('navigation', { name: 'Contents' }));
  const links = contents.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  const titles = screen.getAllByRole('heading', { level: 2 });
  expect(links).toEqual(titles.map((title) => [title.textContent, `#${title.closest('section')?.id}`]));
});

it('every route of the public API is in the reference, with its scope and fields', () => {
  const headings = section('Reference').getAllByRole('heading', { level: 3 });
  expect(headings).toHaveLength(routes.length);
  const create = headings.find(({ textContent }) => textContent === 'POST/v1/videos')?.closest('li');
  expect(create).toHaveTextContent('Needs the scope videos:write.');
  for (const name of ['Idempotency-Key', 'prompt', 'size', 'metadata', 'input_reference'])
    expect(within(create!).getByText(name)).toBeInTheDocument();
  for (const { scope, answer } of routes) {
    expect(scope).toMatch(/^\w+:\w+$/);
    expect(answer).not.toBe('');
  }
});

it('objects are shown with the fields inside them', () => {
  const video = section('Objects').getByRole('heading', { name: 'Video' }).closest('li')!;
  for (const name of ['status', 'error.code', 'luit.credits'])
    expect(within(video).getByText(name)).toBeInTheDocument();
  expect(within(video).getByText('remixed_from_video_id').parentElement).toHaveTextContent('string or null');
});

it('every example is shown, and every link leads to a page or a part of this page', async () => {
  const shown = () => screen.getAllByRole('figure').map((figure) => figure.querySelector('span')?.textContent);
  const files = new Set(shown());
  for (const language of ['TypeScript', 'Python', 'Node.js, openai']) {
    await userEvent.click(screen.getByRole('button', { name: language }));
    for (const file of shown()) files.add(file);
  }
  const names = readdirSync(join(import.meta.dirname, '../../../../../docs/examples'));
  expect(names.filter((name) => !files.has(name))).toEqual([]);
  expect(Object.keys(examples).sort()).toEqual(names.sort());
  for (const link of screen.getAllByRole('link')) {
    const target = link.getAttribute('href') ?? '';
    if (target.startsWith('#')) expect(document.getElementById(target.slice(1))).not.toBeNull();
    else expect(target).toMatch(/^\/(settings\/(api|webhooks)|auth\?mode=signup|pricing|contact|v1\/openapi\.json)$/);
  }
});

it('the examples read the address of this site', () => {
  expect(section('Get a key').getByText(new RegExp(`LUIT_URL=${window.location.origin}`))).toBeInTheDocument();
});

it('code is copied as it is', async () => {
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Copy follow-video.sh' }));
  expect(await navigator.clipboard.readText()).toBe(examples['follow-video.sh']);
  expect(await screen.findByText('Copied')).toBeVisible();
});
